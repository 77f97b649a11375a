import type { FatalLimit } from './limits.ts';

/** Sandbox error codes. The union is closed, so that callers can map every code to a hint. */
export const sandboxErrorCodes = [
  /** The worker could not start: its bundle or isolated-vm's addon is missing, or the worker was not ready in time. */
  'SANDBOX_START',
  /** A required layer does not work on this machine. */
  'SANDBOX_LAYER_MISSING',
  /** The package's code and templates exceed the input limit. */
  'SANDBOX_INPUT_LIMIT',
  /** `generator.js` is missing, or its default export is not a function. */
  'SANDBOX_ENTRY',
  /** A plugin module cannot be parsed or linked. */
  'SANDBOX_SYNTAX',
  /** An import is not a plugin module or `genlock/sdk`. */
  'SANDBOX_IMPORT',
  /** An SDK call has an invalid argument. */
  'SANDBOX_CALL',
  /** An SDK call has a path outside the project or the plugin's templates. */
  'SANDBOX_PATH',
  /** A template cannot be rendered. */
  'SANDBOX_TEMPLATE',
  /** The generator threw. */
  'SANDBOX_THREW',
  /** The generator's promise never settled. */
  'SANDBOX_NEVER_SETTLED',
  /** The run exceeded its time or processor time limit. */
  'SANDBOX_TIMEOUT',
  /** The run exceeded its memory limit. */
  'SANDBOX_MEMORY',
  /** The operations or rendered templates exceed a size or count limit. */
  'SANDBOX_OUTPUT_LIMIT',
  /** The result is not a list of valid operations. */
  'SANDBOX_RESULT',
  /** The worker violated the protocol or answered twice. */
  'SANDBOX_PROTOCOL',
  /** The worker's output exceeds the maximum answer size. */
  'SANDBOX_FLOOD',
  /** The worker ended without an answer. */
  'SANDBOX_WORKER_DIED',
  /** The caller aborted the run. */
  'SANDBOX_ABORTED',
] as const;
export type SandboxErrorCode = (typeof sandboxErrorCodes)[number];

/** A position in a plugin file. Line and column count from 1. */
export interface Frame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A line of the plugin's console output. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly text: string;
}

/** A failure as plain data, without stacks or host paths. */
export interface Failure {
  readonly code: SandboxErrorCode;
  readonly message: string;
  /** Innermost frame first. */
  readonly frames: readonly Frame[];
  /** The exceeded limit. */
  readonly limit?: FatalLimit;
}

/** Details of a `SandboxError`. */
export interface SandboxErrorDetail {
  readonly frames?: readonly Frame[];
  readonly log?: readonly LogLine[];
  readonly limit?: FatalLimit | undefined;
  readonly cause?: unknown;
}

/** Error class for failed runs. The project is unchanged when this error is thrown. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: SandboxErrorCode;
  /** Positions in the plugin's files, innermost first; empty if unknown. */
  readonly frames: readonly Frame[];
  /** The plugin's console output before the failure. */
  readonly log: readonly LogLine[];
  /** The exceeded limit, if known. */
  readonly limit: FatalLimit | undefined;

  constructor(code: SandboxErrorCode, message: string, detail: SandboxErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    this.frames = detail.frames ?? [];
    this.log = detail.log ?? [];
    this.limit = detail.limit;
  }

  /** Returns the innermost frame. */
  get frame(): Frame | undefined {
    return this.frames[0];
  }
}
