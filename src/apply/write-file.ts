import { writeFile } from 'node:fs/promises';
import { concerning, failureOf } from './apply-error.ts';
import { errnoOf } from './file-system.ts';

/**
 * Writes a file that the user asked for, such as a saved plan or a test report, and overwrites an existing one.
 *
 * @throws GenlockError PROJECT_WRITE_FAILED
 */
export async function overwriteFile(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await concerning(file, () => writeFile(file, content));
  } catch (cause) {
    throw failureOf(cause, 'undone');
  }
}

/**
 * Creates a file for the user.
 *
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
