import { GenlockError } from '../../errors/error.ts';

/** An answer, or `back` if the question was left. @throws GenlockError INTERRUPTED after Ctrl-C */
export async function orBack<Answer>(question: Promise<Answer>): Promise<Answer | 'back'> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof GenlockError && error.code === 'DECLINED') return 'back';
    throw error;
  }
}

/** The problem that a check threw, and its fix, in one line. @throws the error if it is not a failed check */
function faultText(error: unknown): string {
  if (!(error instanceof GenlockError)) throw error;
  const [{ message, hint }] = error.problems;
  return hint === undefined ? message : `${message.replace(/\.?$/u, '.')} ${hint}`;
}

/** The problem that a check throws, or `undefined` if it passes. */
export function faultOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return faultText(error);
  }
}
