import type { Working, WorkingFile } from '../plan/plan.ts';
import { sortedMap, type Mode } from '../render/tree.ts';
import { finderOf, inspectFile, type Found } from './file-reader.ts';

/**
 * What is on disk at the given paths, with digests. Read-only; no link is followed. Where a file stands in the place
 * of a folder, that file is in the result too.
 *
 * @throws GenlockError PROJECT_UNREADABLE if a file can't be read.
 */
export function readWorking(root: string, paths: Iterable<string>): Working {
  const find = finderOf(root);
  const files = new Map<string, WorkingFile>();
  for (const path of new Set(paths)) {
    const found = find(path);
    const file = describe(found);
    if (file !== undefined) files.set(path, file);
    const parent = found.kind === 'below-file' ? found.at : undefined;
    const parentFile = parent === undefined || files.has(parent) ? undefined : describe(find(parent));
    if (parent !== undefined && parentFile !== undefined) files.set(parent, parentFile);
  }
  return sortedMap(files);
}

function describe(found: Found): WorkingFile | undefined {
  if (found.kind === 'obstacle') return { kind: 'obstacle', obstacle: found.obstacle };
  if (found.kind !== 'file') return undefined;
  const { digest, mode } = inspectFile(found.absolute);
  return { kind: 'file', digest, ...(process.platform !== 'win32' && { mode: modeOf(mode) }) };
}

/** Of a file's permissions only the owner's executable bit counts; Windows has none. */
function modeOf(mode: number): Mode {
  return (mode & 0o100) === 0 ? 0o644 : 0o755;
}
