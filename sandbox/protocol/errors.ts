import type { FatalLimit } from './limits.ts';

/** How a run can fail. A closed union: whoever uses the sandbox can map every code to a hint. */
export const sandboxErrorCodes = [
  /** No worker could be started: its bundle or isolated-vm's addon is missing, or it never became ready. */
  'SANDBOX_START',
  /** A layer the run requires doesn't work on this machine. */
  'SANDBOX_LAYER_MISSING',
  /** The package holds more code or templates than a run may carry. */
  'SANDBOX_INPUT_LIMIT',
  /** `generator.js` is missing or has no default export that is a function. */
  'SANDBOX_ENTRY',
  /** A module of the plugin doesn't parse or link. */
  'SANDBOX_SYNTAX',
  /** An import of something other than the plugin's own modules and `genlock/sdk`. */
  'SANDBOX_IMPORT',
  /** An SDK call with an argument of the wrong shape. */
  'SANDBOX_CALL',
  /** An SDK call with a path that leaves the project or the plugin's templates. */
  'SANDBOX_PATH',
  /** A template that can't be rendered. */
  'SANDBOX_TEMPLATE',
  /** The generator threw. */
  'SANDBOX_THREW',
  /** The generator's promise never settled. */
  'SANDBOX_NEVER_SETTLED',
  /** The run took longer, or more processor time, than its limit. */
  'SANDBOX_TIMEOUT',
  /** The run used more memory than its limit. */
  'SANDBOX_MEMORY',
  /** The operations, or what a template renders, exceed a limit on size or count. */
  'SANDBOX_OUTPUT_LIMIT',
  /** What came back isn't a list of well-formed operations. */
  'SANDBOX_RESULT',
  /** The worker said something that isn't part of the protocol, or answered twice. */
  'SANDBOX_PROTOCOL',
  /** The worker wrote more than any answer can hold. */
  'SANDBOX_FLOOD',
  /** The worker ended without an answer. */
  'SANDBOX_WORKER_DIED',
  /** The caller gave up. */
  'SANDBOX_ABORTED',
] as const;
export type SandboxErrorCode = (typeof sandboxErrorCodes)[number];

/** A position in one of the plugin's own files; line and column count from 1. */
export interface Frame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One line the plugin wrote to its console. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly text: string;
}

/** A failure as it crosses the boundaries: data, without stacks and host paths. */
export interface Failure {
  readonly code: SandboxErrorCode;
  readonly message: string;
  /** Innermost first. */
  readonly frames: readonly Frame[];
  /** The limit the run went over. */
  readonly limit?: FatalLimit;
}

/** What a `SandboxError` carries beside its message. */
export interface SandboxErrorDetail {
  readonly frames?: readonly Frame[];
  readonly log?: readonly LogLine[];
  readonly limit?: FatalLimit | undefined;
  readonly cause?: unknown;
}

/** The one error a run fails with. The project is untouched whenever it is thrown. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: SandboxErrorCode;
  /** Where in the plugin's own files it happened, innermost first; empty if unknown. */
  readonly frames: readonly Frame[];
  /** What the plugin had written to its console by then. */
  readonly log: readonly LogLine[];
  /** The limit the run went over, if it is known which. */
  readonly limit: FatalLimit | undefined;

  constructor(code: SandboxErrorCode, message: string, detail: SandboxErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    this.frames = detail.frames ?? [];
    this.log = detail.log ?? [];
    this.limit = detail.limit;
  }

  /** The innermost of `frames`. */
  get frame(): Frame | undefined {
    return this.frames[0];
  }
}
