import { writeFile } from 'node:fs/promises';
import { errnoOf } from './file-system.ts';
import { concerning, failureOf } from './apply-error.ts';

/**
 * Writes a file where nothing is.
 *
 * @returns whether it was written; something was there already otherwise
 * @throws GenlockError PROJECT_WRITE_FAILED
 */
export async function writeNewFile(file: string, text: string): Promise<boolean> {
  try {
    await concerning(file, () => writeFile(file, text, { flag: 'wx' }));
    return true;
  } catch (cause) {
    if (errnoOf(cause instanceof Error ? cause.cause : cause) === 'EEXIST') return false;
    throw failureOf(cause, 'undone');
  }
}
