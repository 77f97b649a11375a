import { join } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { lockPath } from '../project/records.ts';
import { moveClaim, acquireProcessLock } from './process-lock.ts';
import type { FileSystem } from './file-system.ts';

/** Where a lock is taken, and for which command. */
export interface LockRequest {
  /** The folder that holds `.genlock`. */
  readonly home: string;
  readonly command: string;
}

/**
 * Takes the lock in `<home>/.genlock`, which must exist. A lock whose process has ended is taken over.
 *
 * @returns what gives the lock back.
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
 * Moves this process's claim when the folder it is in was renamed.
 *
 * @returns what gives the lock back at its new place.
 */
export function moveLock(
  fs: FileSystem,
  { from, to }: { readonly from: string; readonly to: string },
): () => Promise<void> {
  return moveClaim(fs, { from: join(from, lockPath), to: join(to, lockPath) });
}
