import { GenlockError } from '../errors/error.ts';
import type { Merging } from '../plan/outcomes.ts';
import type { Working } from '../plan/plan.ts';
import { digestOf, type Digest } from '../core/digest.ts';
import { readProjectFile } from './file-reader.ts';
import { readObject } from './objects.ts';

/** Reads a project's contents for merging, one file at a time and only on demand. */
export function mergingIn(root: string, working: Working): Merging {
  return {
    object: (digest) => objectIn(root, digest),
    working: (path) => {
      const found = working.get(path);
      const bytes = found?.kind === 'file' ? fileIn(root, path) : undefined;
      if (bytes === undefined || found?.kind !== 'file') return undefined;
      if (digestOf(bytes) === found.digest) return bytes;
      const message = `${path} was changed while it was being read`;
      throw new GenlockError({ code: 'PROJECT_CHANGED_SINCE_PLAN', message, where: { file: path } });
    },
  };
}

/** Reads an object; `undefined` if it is missing or damaged. */
function objectIn(root: string, digest: Digest): Uint8Array | undefined {
  try {
    return readObject(root, digest);
  } catch (cause) {
    if (cause instanceof GenlockError) return undefined;
    throw cause;
  }
}

/** Reads a file; `undefined` if it is unreadable or too large to merge. */
function fileIn(root: string, path: string): Uint8Array | undefined {
  try {
    return readProjectFile({ root }, path);
  } catch (cause) {
    if (cause instanceof GenlockError && cause.code === 'PROJECT_UNREADABLE') return undefined;
    throw cause;
  }
}
