import { RegistryError } from '../errors.ts';

/**
 * Creates an archive error.
 *
 * @param reason end of the sentence, e.g. `it is not a gzip file`
 */
export function refused(reason: string, cause?: unknown): RegistryError {
  return new RegistryError('ARCHIVE_REFUSED', `the archive is invalid: ${reason}`, { cause });
}
