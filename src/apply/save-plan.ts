import { writeFile } from 'node:fs/promises';
import { concerning, failureOf } from './apply-error.ts';

/**
 * Writes a plan to the given file and overwrites an existing file.
 * @throws GenlockError PROJECT_WRITE_FAILED
 */
export async function savePlan(file: string, text: string): Promise<void> {
  try {
    await concerning(file, () => writeFile(file, text));
  } catch (cause) {
    throw failureOf(cause, 'undone');
  }
}
