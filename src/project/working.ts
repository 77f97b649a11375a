import { join } from 'node:path';
import type { Working, WorkingFile } from '../plan/plan.ts';
import { sortedMap, type Mode } from '../core/tree.ts';
import { finderOf, inspectFile, type Found, type Inspected } from './file-reader.ts';

/** Cached knowledge about a project's files. */
export interface Sight {
  /** As `inspectFile`. */
  readonly inspect: (absolute: string) => Inspected;
  /** Returns whether a path still leads to the same file as in the last run. */
  readonly isKept?: (path: string) => boolean;
}

/**
 * Reads the files at the given paths, with digests. Read-only. Never follows links. If a parent of a path is a file,
 * that file is in the result too.
 *
 * @param sight cached knowledge; for display only, never for plans
 * @throws GenlockError PROJECT_UNREADABLE if a file can't be read.
 */
export function readWorking(root: string, paths: Iterable<string>, sight: Sight = { inspect: inspectFile }): Working {
  const find = finderOf(root);
  const files = new Map<string, WorkingFile>();
  for (const path of new Set(paths)) {
    const found: Found = sight.isKept?.(path) === true ? { kind: 'file', absolute: join(root, path) } : find(path);
    const file = describe(found, sight);
    if (file !== undefined) files.set(path, file);
    const parent = found.kind === 'below-file' ? found.at : undefined;
    const parentFile = parent === undefined || files.has(parent) ? undefined : describe(find(parent), sight);
    if (parent !== undefined && parentFile !== undefined) files.set(parent, parentFile);
  }
  return sortedMap(files);
}

function describe(found: Found, { inspect }: Sight): WorkingFile | undefined {
  if (found.kind === 'obstacle') return { kind: 'obstacle', obstacle: found.obstacle };
  if (found.kind !== 'file') return undefined;
  const { digest, status } = inspect(found.absolute);
  return { kind: 'file', digest, ...(process.platform !== 'win32' && { mode: modeOf(status.mode) }) };
}

/** Reduces file permissions to the owner's executable bit. Windows has none. */
function modeOf(mode: number): Mode {
  return (mode & 0o100) === 0 ? 0o644 : 0o755;
}
