import type { Readable } from 'node:stream';

/** A place for the bytes of files. The ids are random, and never contain the name of a file. */
export interface FileStore {
  /** Stores the bytes of a file on this machine. */
  put(id: string, path: string): Promise<void>;
  /** Returns the bytes; `undefined` if there are none. */
  get(id: string): Promise<Readable | undefined>;
  /** Does nothing if there are no bytes. */
  remove(id: string): Promise<void>;
}

/** Returns an id as it is. @throws if it is not a UUID, so that no other text becomes a path */
export function soundId(id: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id))
    throw new Error('Not the id of a file.');
  return id;
}
