import { lstatSync, readFileSync } from 'node:fs';
import { digestOf, type Digest } from '../../core/digest.ts';
import { readProjectFile } from '../../project/file-reader.ts';
import { findConfiguration } from '../../project/find-configuration.ts';
import { objectReader } from '../../project/objects.ts';
import { findRoot, openProject } from '../../project/open.ts';
import { lockfilePath, stagedRootPath } from '../../project/records.ts';
import { indexFile, thisGenlock, writeIndex } from '../../project/user-index.ts';
import type { ProjectList } from './list-result.ts';

/** Bytes that a list was made from. */
interface ListSource {
  /** The project's folder, absolute. */
  readonly root: string;
  /** Text of `genlock.json`. */
  readonly text: string;
  /** Digest of the lockfile. */
  readonly lockfile: Digest;
}

/** Cached list, for display only. It never decides what is written. */
interface ListIndex extends Omit<ProjectList, 'healed'> {
  /** Digest of the list's source and of the version of Genlock that validated it. */
  readonly source: Digest;
  /** Stored operations of the plugins. The rules for the configuration depend on the manifests in them. */
  readonly operations: readonly Digest[];
}

/**
 * Returns the cached list if the configuration and the lockfile have the bytes that were validated, all stored operations
 * are undamaged and no command was interrupted.
 *
 * @param cache the user's cache folder, absolute
 * @returns `undefined` in all other cases, including errors, which the complete list reports
 */
export function knownList(cwd: string, cache: string): ProjectList | undefined {
  try {
    const { root, state } = openProject(findRoot(cwd));
    if (state !== 'project' || lstatSync(stagedRootPath(root), { throwIfNoEntry: false }) !== undefined)
      return undefined;
    const { source, operations, project, plugins }: ListIndex = JSON.parse(
      readFileSync(indexFile('list', { cache, root }), 'utf8'),
    );
    const found = sourceIn(root);
    if (found === undefined || digestOfSource(found) !== source) return undefined;
    requireStored(root, operations);
    return { healed: 'none', project, plugins };
  } catch {
    return undefined;
  }
}

/** Caches a list, unless stored operations are damaged. `cache` is the user's cache folder, absolute. */
export function saveList(
  { project, plugins }: ProjectList,
  { cache, operations, ...source }: ListSource & { readonly cache: string; readonly operations: readonly Digest[] },
): void {
  const { root } = source;
  try {
    requireStored(root, operations);
  } catch {
    return;
  }
  const index: ListIndex = { source: digestOfSource(source), operations, project, plugins };
  writeIndex(indexFile('list', { cache, root }), JSON.stringify(index));
}

function sourceIn(root: string): ListSource | undefined {
  const lockfile = readProjectFile({ root }, lockfilePath);
  const text = findConfiguration({ root, cwd: root })?.text;
  return lockfile === undefined || text === undefined ? undefined : { root, text, lockfile: digestOf(lockfile) };
}

function digestOfSource({ root, text, lockfile }: ListSource): Digest {
  return digestOf(JSON.stringify([thisGenlock(), root, text, lockfile]));
}

/** @throws GenlockError if an object is missing or damaged */
function requireStored(root: string, digests: readonly Digest[]): void {
  const read = objectReader(root);
  for (const digest of digests) read(digest);
}
