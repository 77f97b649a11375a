/** Converts failures inside the isolate to data with positions in the plugin's files. */
import type { Failure, Frame, SandboxErrorCode } from '../protocol/errors.ts';
import { isFatalLimit, limitCodes } from '../protocol/limit-codes.ts';
import { maximumTextLength } from '../protocol/limits.ts';
import type { FatalLimit } from '../protocol/limits.ts';

/** Error for a refused call or template. Plugins see a regular `Error`. */
export class Refusal extends Error {
  override readonly name = 'GenlockError';
  readonly code: SandboxErrorCode;
  /** The exceeded limit, if any. */
  readonly limit: FatalLimit | undefined;
  readonly at: Frame | undefined;

  constructor(reason: SandboxErrorCode | FatalLimit, message: string, at?: Frame) {
    super(message);
    this.limit = isFatalLimit(reason) ? reason : undefined;
    this.code = isFatalLimit(reason) ? limitCodes[reason] : reason;
    this.at = at;
  }
}

/**
 * The first refusal of the run as JSON. The worker reads this value if the plugin's modules throw while loading. A
 * refused call ends the run even if the plugin catches the error.
 */
export let refused: string | undefined;

/** Creates a refusal to be thrown, and records the first refusal of the run. */
export function refuse(reason: SandboxErrorCode | FatalLimit, message: string, at?: Frame): Refusal {
  const refusal = new Refusal(reason, message, at);
  refused ??= JSON.stringify(describe(refusal));
  return refusal;
}

/** Converts any thrown value to a failure. Never throws, even for malicious values. */
export function describe(thrown: unknown): Failure {
  if (thrown instanceof Refusal) {
    const frames = framesOf(thrown);
    return {
      code: thrown.code,
      message: bounded(thrown.message),
      frames: thrown.at === undefined ? frames : [thrown.at, ...frames],
      ...(thrown.limit === undefined ? {} : { limit: thrown.limit }),
    };
  }
  return { code: 'SANDBOX_THREW', message: bounded(textOf(thrown)), frames: framesOf(thrown) };
}

/** Truncates text to the maximum length for errors and console lines. */
export function bounded(text: string): string {
  if (text.length <= maximumTextLength) return text;
  return `${text.slice(0, maximumTextLength)}… (${text.length - maximumTextLength} more characters)`;
}

function textOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error) {
      // A plugin can set error properties to values of any type.
      const { message, name }: { message: unknown; name: unknown } = thrown;
      const text = String(message).slice(0, 2 * maximumTextLength);
      return text === '' ? String(name) : `${String(name).slice(0, 100)}: ${text}`;
    }
    return typeof thrown === 'object' && thrown !== null ? `an object: ${json(thrown)}` : String(thrown);
  } catch {
    return 'a value that cannot be shown';
  }
}

function json(value: object): string {
  return JSON.stringify(value) ?? 'without content';
}

/** Returns the current stack frames in the plugin's files. */
export function framesHere(): Frame[] {
  return framesOf(new Error('here'));
}

function framesOf(thrown: unknown): Frame[] {
  try {
    if (!(thrown instanceof Error)) return [];
    const stack = String(thrown.stack).slice(0, 20_000);
    return [...stack.matchAll(/plugin:\/\/\/([^\n]+?):(\d+):(\d+)/g)]
      .slice(0, 10)
      .map(([, file, line, column]) => ({ file: file ?? '', line: Number(line), column: Number(column) }));
  } catch {
    return [];
  }
}
