import { join } from 'node:path';
import type { Working, WorkingFile } from '../plan/plan.ts';
import { sortedMap, type Mode } from '../core/tree.ts';
import { finderOf, inspectFile, type Found, type Inspected } from './file-reader.ts';

/** What is known of a project's files without reading them. */
export interface Sight {
  /** As `inspectFile`. */
  readonly inspect: (absolute: string) => Inspected;
  /** Whether a path leads to the same file as when it was looked up last. */
  readonly isKept?: (path: string) => boolean;
}

/**
 * What is on disk at the given paths, with digests. Read-only; no link is followed. Where a file stands in the place
 * of a folder, that file is in the result too.
 *
 * @param sight for what is shown only; what is written goes by what is read
 *
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

/** Of a file's permissions only the owner's executable bit counts; Windows has none. */
function modeOf(mode: number): Mode {
  return (mode & 0o100) === 0 ? 0o644 : 0o755;
}
