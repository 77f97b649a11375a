import type { Readable } from 'node:stream';

/** A place for the bytes of files. The ids are random, and never contain the name of a file. */
export interface FileStore {
  /** Stores the bytes of a file on this machine. */
  put(id: string, path: string): Promise<void>;
  /** Returns the bytes; `undefined` if the file is missing. */
  get(id: string): Promise<Readable | undefined>;
  /** Succeeds also if the file is missing. */
  remove(id: string): Promise<void>;
}

/** Returns a UUID unchanged. @throws for other strings, so that they never become a path */
export function soundId(id: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id))
    throw new Error('Not the id of a file.');
  return id;
}
