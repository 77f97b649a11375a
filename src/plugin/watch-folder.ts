import { watch } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { integrityOf } from './package-files.ts';
import { readPackageFolder } from './package-folder.ts';

/** Folders that are not part of a package and can be large. */
const ignore = [/(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/u];

/** Time in milliseconds without events before a change counts as complete. Editors write a file in several steps. */
const quietTime = 30;

interface FolderWatch {
  readonly signal: AbortSignal;
  readonly onStart: () => Promise<void>;
  readonly onChange: () => Promise<void>;
}

/**
 * Watches a plugin's folder until the signal is aborted. Calls `onStart` when the watch has begun, and `onChange` after
 * each change of the package's bytes, and waits for them. Several changes during one call result in one further call.
 *
 * @param folder absolute
 * @throws the system's error if the folder cannot be watched
 */
export async function watchFolder(folder: string, { signal, onStart, onChange }: FolderWatch): Promise<void> {
  const events = new EventTarget();
  let isChanged = false;
  const watcher = watch(folder, { recursive: true, ignore, signal }, () => {
    isChanged = true;
    events.dispatchEvent(new Event('change'));
  });
  const ended = new Promise<void>((resolve, reject) => {
    watcher.once('close', resolve);
    watcher.once('error', reject);
  });
  let known = fingerprint(folder);
  try {
    await onStart();
    while (!signal.aborted) {
      const changed = new Promise((resolve) => events.addEventListener('change', resolve, { once: true }));
      if (!isChanged) await Promise.race([ended, changed]);
      while (isChanged && !signal.aborted) {
        isChanged = false;
        await setTimeout(quietTime);
      }
      const current = fingerprint(folder);
      if (!signal.aborted && current !== known) await onChange();
      known = current;
    }
  } finally {
    watcher.close();
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
