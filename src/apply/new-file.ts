import { writeFile } from 'node:fs/promises';
import { errnoOf } from './file-system.ts';
import { concerning, failureOf } from './apply-error.ts';

/**
 * Creates a file for the user.
 * @returns `true` if the file was created, `false` if the path already exists
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
