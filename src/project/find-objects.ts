import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import type { Contents, Working } from '../plan/plan.ts';
import type { Tree } from '../core/tree.ts';
import { digestOf, type Digest } from '../core/digest.ts';
import { finderOf, inspectFile, readProjectFile } from './file-reader.ts';
import { listObjects, objectPath } from './objects.ts';

/** Size limit in bytes, larger than any object of Genlock. */
const largest = 64 * 1024 * 1024;

/**
 * Returns the digests of the project's objects whose bytes match their names.
 *
 * @throws GenlockError PROJECT_OBJECT_INVALID for an object that is too large for Genlock, PROJECT_LINK or
 * PROJECT_BLOCKED for an object that is not a file
 */
export function soundObjects(root: string): ReadonlySet<Digest> {
  const find = finderOf(root);
  return new Set(
    listObjects(root).filter((digest) => {
      const found = find(objectPath(digest));
      if (found.kind !== 'file') return false;
      if (lstatSync(join(root, objectPath(digest))).size > largest) throw tooLarge(objectPath(digest));
      return inspectFile(found.absolute).digest === digest;
    }),
  );
}

function tooLarge(file: string): GenlockError {
  const message = `the stored object ${file} is larger than any that Genlock writes`;
  return new GenlockError({ code: 'PROJECT_OBJECT_INVALID', message, where: { file } });
}

/** Sources for lost objects. */
export interface Sources {
  readonly root: string;
  readonly working: Working;
  readonly desired: Tree;
  /** Returns trees that Genlock may have written earlier, the most likely first. Rendered only on demand. */
  readonly former: () => Iterable<Tree>;
}

/** Searches all sources for the bytes of lost objects. Only the digest must match. */
export function findLost(lost: ReadonlySet<Digest>, { root, working, desired, former }: Sources): Contents {
  const found = new Map<Digest, string | Uint8Array>();
  const note = (content: string | Uint8Array): void => {
    const digest = digestOf(content);
    if (lost.has(digest)) found.set(digest, content);
  };
  if (lost.size === 0) return found;
  for (const [path, file] of working) {
    if (file.kind === 'file' && lost.has(file.digest)) note(readProjectFile({ root }, path) ?? '');
  }
  for (const tree of treesOf(desired, former)) {
    for (const { content } of tree.values()) note(content);
    if (found.size === lost.size) break;
  }
  return found;
}

function* treesOf(desired: Tree, former: Sources['former']): Generator<Tree> {
  yield desired;
  yield* former();
}
