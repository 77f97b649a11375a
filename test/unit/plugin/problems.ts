import { GenlockError, type Problem } from '../../../src/errors/error.ts';

/** Returns all problems of a call. Fails the test if the call throws another error or no error. */
export function problemsOf(call: () => unknown): readonly Problem[] {
  try {
    call();
  } catch (error) {
    if (error instanceof GenlockError) return error.problems;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** Returns the codes of all problems of a call. */
export function codesOf(call: () => unknown): readonly string[] {
  return problemsOf(call).map(({ code }) => code);
}
