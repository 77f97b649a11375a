import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { GenlockError } from '../errors/error.ts';
import { lockPath } from '../project/records.ts';
import { errnoOf, type FileSystem } from './file-system.ts';

/** Who works on a project. */
const holderSchema = z.object({
  pid: z.number().int().positive(),
  host: z.string(),
  command: z.string(),
  /** When the process began, where the system says so: an id is given to another process sooner or later. */
  started: z.string().optional(),
});
type Holder = z.infer<typeof holderSchema>;

/** Locks of this very process: its own id says nothing about them after a crash and a reused id. */
const heldHere = new Set<string>();

/** How long a lock that was made but not yet filled in is waited for. */
const attempts = 5;
const pause = 20;

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
export async function takeLock(fs: FileSystem, { home, command }: LockRequest): Promise<() => Promise<void>> {
  const path = join(home, lockPath);
  const mine: Holder = { pid: process.pid, host: hostname(), command, started: startOf(process.pid) };
  const content = `${JSON.stringify(mine)}\n`;
  while (!(await createLock(fs, { path, content }))) {
    const text = await livingOrDead(fs, path);
    if (text !== undefined) await removeDead(fs, { path, text });
  }
  return releaseOf(fs, path);
}

function releaseOf(fs: FileSystem, path: string): () => Promise<void> {
  heldHere.add(path);
  return async () => {
    heldHere.delete(path);
    if ((await fs.status(path)) !== undefined) await fs.remove(path);
  };
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
  heldHere.delete(join(from, lockPath));
  return releaseOf(fs, join(to, lockPath));
}

async function createLock(
  fs: FileSystem,
  { path, content }: { readonly path: string; readonly content: string },
): Promise<boolean> {
  try {
    await fs.create(path, { content, mode: 0o644 });
    return true;
  } catch (cause) {
    if (errnoOf(cause) === 'EEXIST') return false;
    throw cause;
  }
}

/** The text of a dead holder's lock, nothing if the lock is gone by now; throws if the holder is alive. */
async function livingOrDead(fs: FileSystem, path: string): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const text = await readLock(fs, path);
    if (text === undefined) return undefined;
    const holder = parseHolder(text);
    if (holder !== undefined && isAlive(holder, path)) throw locked(holder);
    if (holder !== undefined || attempt === attempts) return text;
    await sleep(pause);
  }
}

async function readLock(fs: FileSystem, path: string): Promise<string | undefined> {
  const status = await fs.status(path);
  if (status === undefined) return undefined;
  if (status.kind !== 'file') {
    throw new GenlockError({
      code: 'PROJECT_BLOCKED',
      message: `${lockPath} is not a file`,
      where: { file: lockPath },
    });
  }
  try {
    return Buffer.from(await fs.read(path)).toString('utf8');
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return undefined;
    throw cause;
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** In clock ticks since the system began; nothing where there is no `/proc`. */
function startOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')
      .at(-1)
      ?.split(' ')[19];
  } catch {
    return undefined;
  }
}

function isAlive({ pid, host, started }: Holder, path: string): boolean {
  if (host !== hostname()) return true;
  if (pid === process.pid) return heldHere.has(path);
  const since = startOf(pid);
  if (started !== undefined && since !== undefined && started !== since) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return errnoOf(cause) === 'EPERM';
  }
}

/** Takes a dead lock out of the way by a rename, which only one of several processes can win. */
async function removeDead(
  fs: FileSystem,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<void> {
  const aside = `${path}.${String(process.pid)}`;
  try {
    await fs.rename(path, aside);
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return;
    throw cause;
  }
  const taken = await readLock(fs, aside);
  if (taken === text) return fs.remove(aside);
  // Somebody else was quicker and the lock is theirs: give it back and look again.
  return (await fs.status(path)) === undefined ? fs.rename(aside, path) : fs.remove(aside);
}

function locked({ pid, host, command }: Holder): GenlockError {
  const where = host === hostname() ? '' : ` on ${host}`;
  return new GenlockError({
    code: 'PROJECT_LOCKED',
    message: `another command is working on this project: \`${command}\`, process ${String(pid)}${where}`,
    where: { file: lockPath },
  });
}
