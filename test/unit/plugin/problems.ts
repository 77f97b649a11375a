import { GenlockError, type Problem } from '../../../src/errors/error.ts';

/** Everything a call finds wrong; an error that isn't ours, or none at all, fails the test. */
export function problemsOf(call: () => unknown): readonly Problem[] {
  try {
    call();
  } catch (error) {
    if (error instanceof GenlockError) return error.problems;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** The codes of everything a call finds wrong. */
export function codesOf(call: () => unknown): readonly string[] {
  return problemsOf(call).map(({ code }) => code);
}
