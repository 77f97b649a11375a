import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { lockPath } from '../project/records.ts';
import { moveClaim, acquireProcessLock } from './process-lock.ts';
import type { FileSystem } from './file-system.ts';

/** Folder and command of a project lock. */
export interface LockRequest {
  /** The folder that holds `.genlock`. */
  readonly home: string;
  readonly command: string;
}

/**
 * Acquires the lock in the existing folder `<home>/.genlock`. Takes over a lock whose process has ended.
 *
 * @returns a function that releases the lock
 * @throws GenlockError PROJECT_LOCKED, naming the process and its command.
 */
export function acquireProjectLock(fs: FileSystem, { home, command }: LockRequest): Promise<() => Promise<void>> {
  const where = { file: lockPath };
  return acquireProcessLock(fs, {
    path: join(home, lockPath),
    command,
    taken: ({ pid, command: theirs }, elsewhere) => {
      const message = `another command is working on this project: \`${theirs}\`, process ${String(pid)}${elsewhere}`;
      return new GenlockError({ code: 'PROJECT_LOCKED', message, where });
    },
    blocked: () => new GenlockError({ code: 'PROJECT_BLOCKED', message: `${lockPath} is not a file`, where }),
  });
}

/**
 * Registers this process's lock at its new path after its folder was renamed.
 *
 * @returns a function that releases the lock at its new path
 */
export function moveLock(
  fs: FileSystem,
  { from, to }: { readonly from: string; readonly to: string },
): () => Promise<void> {
  return moveClaim(fs, { from: join(from, lockPath), to: join(to, lockPath) });
}
