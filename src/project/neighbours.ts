import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { foldPath } from '../core/paths.ts';
import { listFolder } from './file-reader.ts';

/** Folder whose files become pages by their paths, at any depth. */
const pagesFolder = 'client/pages';

/**
 * Lists the files on disk that an import, page URL or development URL of one of the given files could mean. Folder
 * names are compared as on file systems that ignore case and Unicode form. Links count as files and are not followed.
 *
 * @param paths paths from the root
 * @returns paths from the root, without duplicates
 */
export function neighboursOf(root: string, paths: readonly string[]): readonly string[] {
  const list = lister(root);
  const found = new Set<string>();
  const add = (files: readonly string[]): void => files.forEach((file) => found.add(file));
  for (const folder of new Set(paths.flatMap(foldersFor))) {
    for (const real of foldersLike(folder, list)) add(filesIn(real, list));
  }
  if (paths.some((path) => foldPath(path).startsWith(`${pagesFolder}/`))) add(filesBelow(pagesFolder, list));
  return [...found].toSorted();
}

/** Returns the folders in which a file can have a competitor. */
function foldersFor(path: string): readonly string[] {
  return [path, servedElsewhere(path)].flatMap((each) => {
    const folder = parentOf(each);
    const [name = ''] = /^\.?[^.]*/u.exec(each.slice(folder.length).replace(/^\//u, '')) ?? [];
    // `a/b.ts` competes with `a/b/index.ts`, and the other way round.
    return [folder, folder === '' ? name : `${folder}/${name}`, ...(name === 'index' ? [parentOf(folder)] : [])];
  });
}

/** Vite serves `public/a` and the source `a` at the same URL. */
function servedElsewhere(path: string): string {
  return path.startsWith('public/') ? path.slice('public/'.length) : `public/${path}`;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Lists a folder; empty if it does not exist or cannot be read. */
type List = (folder: string) => readonly Dirent[];

function lister(root: string): List {
  const known = new Map<string, readonly Dirent[]>();
  return (folder) => {
    const entries = known.get(folder) ?? listFolder(join(root, folder));
    known.set(folder, entries);
    return entries;
  };
}

/** Returns the folders on disk whose paths differ from the given one at most in case and Unicode form. */
function foldersLike(folder: string, list: List): readonly string[] {
  if (folder === '') return [''];
  return folder.split('/').reduce<readonly string[]>(
    (found, segment) =>
      found.flatMap((parent) =>
        list(parent)
          .filter((entry) => entry.isDirectory() && foldPath(entry.name) === foldPath(segment))
          .map(({ name }) => within(parent, name)),
      ),
    [''],
  );
}

function filesIn(folder: string, list: List): readonly string[] {
  return list(folder)
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => within(folder, name));
}

function filesBelow(folder: string, list: List): readonly string[] {
  const folders = list(folder).filter((entry) => entry.isDirectory());
  return [...filesIn(folder, list), ...folders.flatMap(({ name }) => filesBelow(within(folder, name), list))];
}

function within(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
