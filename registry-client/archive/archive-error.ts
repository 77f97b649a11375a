import { RegistryError } from '../errors.ts';

/** @param reason the end of the sentence, e.g. `it is not a gzip file` */
export function refused(reason: string, cause?: unknown): RegistryError {
  return new RegistryError('ARCHIVE_REFUSED', `the archive can't be taken: ${reason}`, { cause });
}
