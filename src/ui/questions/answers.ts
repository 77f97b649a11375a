import { GenlockError } from '../../errors/error.ts';

/**
 * Waits for an answer. Returns `back` if the user left the prompt.
 *
 * @throws GenlockError INTERRUPTED after Ctrl-C
 */
export async function orBack<Answer>(question: Promise<Answer>): Promise<Answer | 'back'> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof GenlockError && error.code === 'DECLINED') return 'back';
    throw error;
  }
}

/**
 * Returns problem and hint of a failed check in one line.
 *
 * @throws other errors
 */
function faultText(error: unknown): string {
  if (!(error instanceof GenlockError)) throw error;
  const [{ message, hint }] = error.problems;
  return hint === undefined ? message : `${message.replace(/\.?$/u, '.')} ${hint}`;
}

/** Returns the problem that a check throws, or `undefined` if it passes. */
export function faultOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return faultText(error);
  }
}
