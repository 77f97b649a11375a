import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { digestOf, digestPattern, type Digest } from '../core/digest.ts';
import { finderOf, readProjectFile } from './file-reader.ts';
import { objectsFolder } from './records.ts';

/** Path of an object: one file, named by the digest of its bytes. */
export function objectPath(digest: Digest): string {
  return `${objectsFolder}/${digest}`;
}

/** Digests by which objects are stored in a project; whether their bytes agree is not looked at. */
export function listObjects(root: string): readonly Digest[] {
  const found = finderOf(root)(objectsFolder);
  if (found.kind !== 'obstacle' || found.obstacle !== 'folder') return [];
  return readdirSync(join(root, objectsFolder)).filter((name) => digestPattern.test(name));
}

/**
 * The bytes of an object, proved by their digest.
 *
 * @throws GenlockError PROJECT_OBJECT_INVALID if it is missing or its bytes don't match its name.
 */
export function readObject(root: string, digest: Digest): Uint8Array {
  return objectReader(root)(digest);
}

/** `readObject` for many objects: their folder is listed once, so what is stored meanwhile is not seen. */
export function objectReader(root: string): (digest: Digest) => Uint8Array {
  const find = finderOf(root);
  return (digest) => {
    if (!digestPattern.test(digest)) throw invalid(digest, 'is no digest');
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
