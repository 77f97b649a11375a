import type { ReadEntry } from 'tar/read-entry';
import type { ArchiveLimits } from './limits.ts';

/** The one folder npm's archives have at their root. */
export const packageRoot = 'package';

const setIds = 0o7000;

/** What is wrong with one entry of an archive, as the end of a sentence; nothing if it can be taken. */
export function entryProblem(entry: ReadEntry, limits: ArchiveLimits): string | undefined {
  const { type, path, size } = entry;
  const shown = JSON.stringify(path.slice(0, 300));
  if (type !== 'File' && type !== 'OldFile' && type !== 'Directory') return `${shown} is a ${nameOf(type)}`;
  if (size > limits.fileBytes) return `${shown} is larger than ${limits.fileBytes} bytes`;
  if (type === 'Directory' && size > 0) return `${shown} is a folder with content`;
  if (((entry.mode ?? 0) & setIds) !== 0) return `${shown} would run with somebody else's rights`;
  if (isRenamedByAll(entry)) return `a header renames or resizes more than one entry`;
  return pathProblem(path, { type, limits });
}

function nameOf(type: string): string {
  return /link/iu.test(type) ? 'link' : `special file (${type})`;
}

/** A global header means every entry after it to some programs, and to others none. */
function isRenamedByAll({ globalExtended }: ReadEntry): boolean {
  const { path, linkpath, size } = globalExtended ?? {};
  return [path, linkpath, size].some((value) => value !== undefined);
}

interface Place {
  readonly type: string;
  readonly limits: ArchiveLimits;
}

function pathProblem(path: string, { type, limits }: Place): string | undefined {
  const shown = JSON.stringify(path.slice(0, 300));
  const segments = (type === 'Directory' ? path.replace(/\/$/u, '') : path).split('/');
  const [root] = segments;
  if (root !== packageRoot) return `${shown} is not below ${packageRoot}/`;
  if (segments.length === 1 && type !== 'Directory') return `${shown} is a file where the package should be`;
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) {
    return `${shown} has an empty segment, or one of dots`;
  }
  if (path.includes('\uFFFD')) return `${shown} is no UTF-8`;
  if (segments.length - 1 > limits.depth) return `${shown} is deeper than ${limits.depth} folders`;
  if (Buffer.byteLength(path) > limits.pathBytes) return `${shown} is longer than ${limits.pathBytes} bytes`;
  return undefined;
}
