/** Converts errors from module linking and loading to data. */
import type { Failure, Frame } from '../protocol/errors.ts';
import { maximumTextLength } from '../protocol/limits.ts';
import { LinkError } from './modules.ts';

export const memoryFailure: Failure = {
  code: 'SANDBOX_MEMORY',
  message: 'the run used more memory than its limit',
  frames: [],
  limit: 'memoryMb',
};

export const processMemoryFailure: Failure = {
  code: 'SANDBOX_MEMORY',
  message: "the run's process used more memory than its limit",
  frames: [],
  limit: 'processMemoryMb',
};

export const processorFailure: Failure = {
  code: 'SANDBOX_TIMEOUT',
  message: 'the run used more processor time than its limit',
  frames: [],
  limit: 'cpuMs',
};

/**
 * Converts a thrown value to a failure.
 *
 * @param thrown isolated-vm's copy of the plugin's thrown value, or an error from isolated-vm
 * @param disposed whether the isolate was disposed because it ran out of memory
 */
export function failureOf(thrown: unknown, disposed: boolean): Failure {
  if (disposed) return memoryFailure;
  if (thrown instanceof LinkError) return { code: thrown.code, message: thrown.message, frames: thrown.frames };
  const { name, message, stack } = partsOf(thrown);
  if (message === 'Script execution timed out.') {
    return {
      code: 'SANDBOX_TIMEOUT',
      message: 'the run took longer than its limit',
      frames: framesOf(stack),
      limit: 'wallMs',
    };
  }
  const frames = framesOf(stack);
  const text = message.replace(/ \[plugin:\/\/\/[^\]]*\]$/, '');
  const code = isParseError(name, stack) ? 'SANDBOX_SYNTAX' : 'SANDBOX_THREW';
  return { code, message: name === '' ? text : `${name}: ${text}`, frames };
}

/** Returns whether an error is a parse error. Code that did not run has no stack frame in the plugin. */
function isParseError(name: string, stack: string): boolean {
  return name === 'SyntaxError' && !/\n\s+at [^\n]*plugin:\/\/\//.test(stack);
}

function partsOf(thrown: unknown): { readonly name: string; readonly message: string; readonly stack: string } {
  if (!(thrown instanceof Error)) return { name: '', message: String(thrown).slice(0, maximumTextLength), stack: '' };
  const { name, message, stack = '' } = thrown;
  return { name: name.slice(0, 100), message: message.slice(0, maximumTextLength), stack: stack.slice(0, 20_000) };
}

function framesOf(text: string): Frame[] {
  return [...text.matchAll(/plugin:\/\/\/([^\n]+?):(\d+):(\d+)/g)]
    .slice(0, 10)
    .map(([, file, line, column]) => ({ file: file ?? '', line: Number(line), column: Number(column) }));
}
