import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import type { Contents, Working } from '../plan/plan.ts';
import type { Tree } from '../core/tree.ts';
import { digestOf, type Digest } from '../core/digest.ts';
import { finderOf, inspectFile, readProjectFile } from './file-reader.ts';
import { listObjects, objectPath } from './objects.ts';

/** In bytes; nothing Genlock stores is as large. */
const largest = 64 * 1024 * 1024;

/**
 * Digests of the objects of a project whose bytes are what their names say.
 *
 * @throws GenlockError PROJECT_OBJECT_INVALID for one so large that Genlock can't have written it, PROJECT_LINK or
 * PROJECT_BLOCKED for what is no file
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

/** Where bytes can be had that a project should keep and doesn't. */
export interface Sources {
  readonly root: string;
  readonly working: Working;
  readonly desired: Tree;
  /** What Genlock may have written before, the likeliest first; rendered only when somebody asks. */
  readonly former: () => Iterable<Tree>;
}

/** Bytes for digests whose objects are lost, wherever they still are; nothing counts but the digest. */
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
