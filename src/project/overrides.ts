import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../core/tree.ts';

/** Files of the user in `client/overrides` replace the file at the same path in `client`. */
const [client, overrides] = ['client/', 'client/overrides/'];

/** Returns the path of the file that would replace a file; `undefined` outside the client. */
export function overrideOf(path: string): string | undefined {
  if (!path.startsWith(client) || path.startsWith(overrides)) return undefined;
  return `${overrides}${path.slice(client.length)}`;
}

/** Returns the path of the file that an override replaces; `undefined` for other files. */
export function overriddenBy(path: string): string | undefined {
  return path.startsWith(overrides) ? `${client}${path.slice(overrides.length)}` : undefined;
}

/** A file of the user that replaces a file of the client. */
export interface Override {
  readonly path: string;
  /** The replaced file; absent if no file has this path. */
  readonly replaces?: string;
}

/** Returns the overrides of a project, sorted. Does not follow links. */
export function findOverrides(root: string): readonly Override[] {
  if (!isFolder(join(root, client)) || !isFolder(join(root, overrides))) return [];
  return filesIn(root, overrides)
    .toSorted(compareText)
    .map((path) => {
      const replaces = overriddenBy(path) ?? '';
      return lstatSync(join(root, replaces), { throwIfNoEntry: false })?.isFile() ? { path, replaces } : { path };
    });
}

/** Returns the files below a folder. `readdirSync` with `recursive` would follow links. */
function filesIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return filesIn(root, `${folder}${entry.name}/`);
    return entry.isFile() ? [`${folder}${entry.name}`] : [];
  });
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
