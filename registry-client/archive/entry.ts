import type { ReadEntry } from 'tar/read-entry';
import type { ArchiveLimits } from './limits.ts';

/** Root folder in every npm archive. */
export const packageRoot = 'package';

const setIds = 0o7000;

/** Returns the problem with an archive entry as the end of a sentence; `undefined` if the entry is valid. */
export function entryProblem(entry: ReadEntry, limits: ArchiveLimits): string | undefined {
  const { type, path, size } = entry;
  const shown = JSON.stringify(path.slice(0, 300));
  if (type !== 'File' && type !== 'OldFile' && type !== 'Directory') return `${shown} is a ${nameOf(type)}`;
  if (size > limits.fileBytes) return `${shown} is larger than ${limits.fileBytes} bytes`;
  if (type === 'Directory' && size > 0) return `${shown} is a folder with content`;
  if (((entry.mode ?? 0) & setIds) !== 0) return `${shown} has a setuid, setgid or sticky bit`;
  if (isRenamedByAll(entry)) return `a header renames or resizes more than one entry`;
  return pathProblem(path, { type, limits });
}

function nameOf(type: string): string {
  return /link/iu.test(type) ? 'link' : `special file (${type})`;
}

/** Returns whether a global header changes paths or sizes. Only some programs apply global headers to later entries. */
function isRenamedByAll({ globalExtended }: ReadEntry): boolean {
  const { path, linkpath, size } = globalExtended ?? {};
  return [path, linkpath, size].some((value) => value !== undefined);
}

function pathProblem(
  path: string,
  { type, limits }: { readonly type: string; readonly limits: ArchiveLimits },
): string | undefined {
  const shown = JSON.stringify(path.slice(0, 300));
  const segments = (type === 'Directory' ? path.replace(/\/$/u, '') : path).split('/');
  const [root] = segments;
  if (root !== packageRoot) return `${shown} is not below ${packageRoot}/`;
  if (segments.length === 1 && type !== 'Directory') return `${shown} is a file instead of the package folder`;
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return `${shown} has an empty segment, or one of dots`;
  }
  const [beforeNul] = path.split('\0', 1);
  if (beforeNul !== path) return `${JSON.stringify(beforeNul)} is followed by a NUL byte`;
  if (path.includes('\uFFFD')) return `${shown} is not valid UTF-8`;
  if (segments.length - 1 > limits.depth) return `${shown} is deeper than ${limits.depth} folders`;
  if (Buffer.byteLength(path) > limits.pathBytes) return `${shown} is longer than ${limits.pathBytes} bytes`;
  return undefined;
}
