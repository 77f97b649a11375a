import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownPackage } from '../core/own-package.ts';

/** Command whose results are cached. */
export type IndexKind = 'list' | 'status';

/** Returns the file in the user's cache folder that stores a command's results for one project. Paths are absolute. */
export function indexFile(kind: IndexKind, { cache, root }: { readonly cache: string; readonly root: string }): string {
  const { dev, ino } = lstatSync(root);
  return join(cache, kind, `${dev.toString(36)}-${ino.toString(36)}.json`);
}

/**
 * Returns the Genlock version and its installation time, because a development version changes without a new version
 * number.
 */
export function thisGenlock(): string {
  const { version } = ownPackage();
  return `${version} ${String(lstatSync(import.meta.filename).ctimeMs)}`;
}

/**
 * Writes a temporary file and renames it, so that concurrent readers see either the old or the new index. Ignores
 * errors, because an index is optional.
 */
export function writeIndex(file: string, text: string): void {
  const [folder, beside] = [dirname(file), `${file}.${String(process.pid)}`];
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(beside, text, { mode: 0o600 });
    renameSync(beside, file);
    removeUnused(folder);
  } catch {
    // `removeUnused` later deletes the temporary file.
  }
}

const longestUnused = 30 * 24 * 60 * 60 * 1000;

/** Deletes indexes that have not been written for 30 days, because their projects may be deleted. */
function removeUnused(folder: string): void {
  for (const name of readdirSync(folder)) {
    const status = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (status !== undefined && status.mtimeMs + longestUnused < Date.now())
      rmSync(join(folder, name), { force: true });
  }
}
