import { watch } from 'node:fs';
import { integrityOf } from './package-files.ts';
import { readPackageFolder } from './package-folder.ts';

/** Folders that are not part of a package and can be large. */
const ignore = [/(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/u];

/** Time in milliseconds without events before a change counts as complete. Editors write a file in several steps. */
const quietTime = 30;

/**
 * Watches a plugin's folder until the signal is aborted. Yields after each change of the package's bytes; several
 * changes during the consumer's work result in one.
 *
 * @param folder absolute
 */
export async function* watchFolder(folder: string, signal: AbortSignal): AsyncGenerator<void> {
  let wake: () => void = () => undefined;
  let isChanged = false;
  const watcher = watch(folder, { recursive: true, ignore }, () => {
    isChanged = true;
    wake();
  });
  // An error ends the watcher, for example if the folder is deleted.
  const failed = new Promise<never>((_resolve, reject) => watcher.once('error', reject));
  failed.catch(() => undefined);
  const stop = (): void => wake();
  signal.addEventListener('abort', stop);
  try {
    let known = fingerprint(folder);
    while (!signal.aborted) {
      if (!isChanged) await Promise.race([failed, new Promise<void>((resolve) => (wake = resolve))]);
      await Promise.race([failed, quiet()]);
      const current = fingerprint(folder);
      if (!signal.aborted && current !== known) yield;
      known = current;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    watcher.close();
  }

  async function quiet(): Promise<void> {
    while (isChanged && !signal.aborted) {
      isChanged = false;
      await new Promise((resolve) => setTimeout(resolve, quietTime));
    }
  }
}

/** Returns the digest of the package, or the error that its users would see. */
function fingerprint(folder: string): string {
  try {
    return integrityOf(readPackageFolder(folder));
  } catch (error) {
    return String(error);
  }
}
