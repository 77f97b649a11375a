import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { digestOf, digestPattern, type Digest } from '../core/digest.ts';
import { finderOf, readProjectFile } from './file-reader.ts';
import { objectsFolder } from './records.ts';

/** Returns the path of an object, whose name is the digest of its bytes. */
export function objectPath(digest: Digest): string {
  return `${objectsFolder}/${digest}`;
}

/** Lists the digests of all stored objects, without checking their bytes. */
export function listObjects(root: string): readonly Digest[] {
  const found = finderOf(root)(objectsFolder);
  if (found.kind !== 'obstacle' || found.obstacle !== 'folder') return [];
  return readdirSync(join(root, objectsFolder)).filter((name) => digestPattern.test(name));
}

/**
 * Reads an object and verifies its digest.
 *
 * @throws GenlockError PROJECT_OBJECT_INVALID if it is missing or its bytes don't match its name.
 */
export function readObject(root: string, digest: Digest): Uint8Array {
  return objectReader(root)(digest);
}

/**
 * Returns `readObject` for many objects. It lists their folder once, so it does not see objects that are stored later.
 */
export function objectReader(root: string): (digest: Digest) => Uint8Array {
  const find = finderOf(root);
  return (digest) => {
    if (!digestPattern.test(digest)) throw invalid(digest, 'is not a digest');
    const bytes = readProjectFile({ root, find }, objectPath(digest));
    if (bytes === undefined) throw invalid(digest, 'is missing');
    if (digestOf(bytes) !== digest) throw invalid(digest, "is damaged: its bytes don't match its name");
    return bytes;
  };
}

function invalid(digest: Digest, problem: string): GenlockError {
  const file = objectPath(digest);
  return new GenlockError({
    code: 'PROJECT_OBJECT_INVALID',
    message: `the stored object ${file} ${problem}`,
    where: { file },
  });
}
