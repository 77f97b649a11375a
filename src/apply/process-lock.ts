import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { tryParseJson } from '../core/json.ts';
import type { GenlockError } from '../errors/error.ts';
import { errnoOf, type FileSystem } from './file-system.ts';

/** Content of a lock file: the process that holds the lock. */
const holderSchema = z.object({
  /** Unique id of this lock. It makes the content of every lock file unique. */
  id: z.string().optional(),
  pid: z.number().int().positive(),
  host: z.string(),
  command: z.string(),
  /** Start time of the process, if the system reports it. It detects a reused process id. */
  started: z.string().optional(),
  /** Boot id of the machine and PID namespace of the process. Containers can share a host name. */
  boot: z.string().optional(),
  namespace: z.string().optional(),
  /** Name of the holder's liveness probe. */
  witness: z.string().optional(),
});
export type Holder = z.infer<typeof holderSchema>;

/**
 * Path → content of the locks of this process. After a crash, the process id can be reused, so the id alone does not
 * identify the owner.
 */
const heldHere = new Map<string, string>();

/** Limits the wait for a lock file that exists but has no content yet: attempts, and milliseconds between attempts. */
const attempts = 5;
const pause = 20;

/** Detects whether a lock holder in another container of this machine is alive. */
export interface LivenessProbe {
  /** Name of this process's probe, stored in its lock. */
  readonly name: string;
  /** Returns `true` only if the process of the named probe has certainly ended. */
  readonly isGone: (name: string) => Promise<boolean>;
}

/** Lock to acquire, and the errors for a lock that is not available. */
export interface ClaimRequest {
  /** Absolute path of the lock file. Its folder must exist. */
  readonly path: string;
  readonly command: string;
  /** Without a probe, locks from other containers are never taken over. */
  readonly witness?: LivenessProbe | undefined;
  /**
   * Creates the error for a lock held by another process.
   *
   * @param elsewhere ` on <host>` if the holder runs on another machine, otherwise empty
   */
  readonly taken: (holder: Holder, elsewhere: string) => GenlockError;
  /** Creates the error for a path that is not a regular file. */
  readonly blocked: () => GenlockError;
}

/**
 * Acquires a lock for this process. Takes over a lock whose process has ended.
 *
 * @returns a function that releases the lock
 * @throws GenlockError from `taken` or `blocked`
 */
export async function acquireProcessLock(fs: FileSystem, request: ClaimRequest): Promise<() => Promise<void>> {
  const { path, command, witness } = request;
  const { pid } = process;
  const started = processOf(pid)?.started;
  const mine: Holder = {
    id: randomUUID(),
    pid,
    host: hostname(),
    command,
    started,
    ...surroundings(),
    witness: witness?.name,
  };
  const content = `${JSON.stringify(mine)}\n`;
  while (!(await createLock(fs, { path, content })) || !(await isMine(fs, { request, content }))) {
    const text = await livingOrDead(fs, request);
    if (text !== undefined) await removeDead(fs, { request, text });
  }
  return releaseOf(fs, { path, content });
}

/**
 * Checks that the lock file still has this process's content. A process suspended before writing its lock can find a
 * foreign lock.
 */
async function isMine(
  fs: FileSystem,
  { request, content }: { readonly request: ClaimRequest; readonly content: string },
): Promise<boolean> {
  const { path } = request;
  const release = releaseOf(fs, { path, content });
  try {
    if ((await readLock(fs, request)) === content) return true;
  } catch (cause) {
    // If this fails, another process takes over the lock after this process has ended.
    await release().catch(() => undefined);
    throw cause;
  }
  forget(path, content);
  return false;
}

/** Returns a function that releases the lock. It keeps a lock file that now belongs to another process. */
function releaseOf(
  fs: FileSystem,
  { path, content }: { readonly path: string; readonly content: string },
): () => Promise<void> {
  heldHere.set(path, content);
  return async () => {
    forget(path, content);
    if ((await fs.status(path))?.kind !== 'file') return;
    if (Buffer.from(await fs.read(path)).toString('utf8') === content) await fs.remove(path);
  };
}

function forget(path: string, content: string): void {
  if (heldHere.get(path) === content) heldHere.delete(path);
}

/**
 * Registers a lock whose file was moved with its folder.
 *
 * @returns a function that releases the lock at its new path
 */
export function moveClaim(
  fs: FileSystem,
  { from, to }: { readonly from: string; readonly to: string },
): () => Promise<void> {
  const content = heldHere.get(from);
  if (content === undefined) throw new Error(`${from} is not a lock of this process`);
  heldHere.delete(from);
  return releaseOf(fs, { path: to, content });
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

/**
 * Returns the content of an abandoned lock, or `undefined` if the lock file no longer exists.
 *
 * @throws GenlockError `taken` if the holder is alive
 */
async function livingOrDead(fs: FileSystem, request: ClaimRequest): Promise<string | undefined> {
  const { taken } = request;
  for (let attempt = 1; ; attempt += 1) {
    const text = await readLock(fs, request);
    if (text === undefined) return undefined;
    const holder = holderSchema.safeParse(tryParseJson(text)).data;
    if (holder !== undefined && (await isAlive(holder, request)))
      throw taken(holder, holder.host === hostname() ? '' : ` on ${holder.host}`);
    if (holder !== undefined || attempt === attempts) return text;
    await sleep(pause);
  }
}

async function readLock(
  fs: FileSystem,
  { path, blocked }: Pick<ClaimRequest, 'path' | 'blocked'>,
): Promise<string | undefined> {
  const status = await fs.status(path);
  if (status === undefined) return undefined;
  if (status.kind !== 'file') throw blocked();
  try {
    return Buffer.from(await fs.read(path)).toString('utf8');
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return undefined;
    throw cause;
  }
}

interface Process {
  /** `Z` or `X` if the process has ended and its parent has not yet read the exit status. */
  readonly state: string | undefined;
  /** In clock ticks since the system began. */
  readonly started: string | undefined;
}

/** Reads state and start time of a process; `undefined` without `/proc`. */
function processOf(pid: number): Process | undefined {
  try {
    const fields = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')
      .at(-1)
      ?.split(' ');
    return { state: fields?.[0], started: fields?.[19] };
  } catch {
    return undefined;
  }
}

/** Reads the scope of this process's id: boot and PID namespace. Empty without `/proc`. */
function surroundings(): Pick<Holder, 'boot' | 'namespace'> {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { boot, namespace: readlinkSync('/proc/self/ns/pid') };
  } catch {
    return {};
  }
}

/**
 * Returns whether a process id of the holder has no meaning here: another machine or another PID namespace. After a
 * reboot, no container of the earlier boot runs, so its namespace is ignored.
 */
function isElsewhere({ host, boot, namespace }: Holder): boolean {
  const here = surroundings();
  if (host !== hostname()) return true;
  return boot !== undefined && boot === here.boot && namespace !== here.namespace;
}

/**
 * Returns whether a holder in another container has ended. For a holder on another machine the answer is unknown, and
 * the function returns `false`.
 */
async function isGoneElsewhere({ boot, witness: name }: Holder, witness: LivenessProbe | undefined): Promise<boolean> {
  if (boot === undefined || boot !== surroundings().boot || name === undefined) return false;
  return (await witness?.isGone(name)) === true;
}

async function isAlive(holder: Holder, { path, witness }: Pick<ClaimRequest, 'path' | 'witness'>): Promise<boolean> {
  if (isElsewhere(holder)) return !(await isGoneElsewhere(holder, witness));
  const { pid, started } = holder;
  if (pid === process.pid) return heldHere.has(path);
  const found = processOf(pid);
  if (found?.state === 'Z' || found?.state === 'X') return false;
  if (started !== undefined && found?.started !== undefined && started !== found.started) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return errnoOf(cause) === 'EPERM';
  }
}

/**
 * Removes an abandoned lock. The process first acquires a lock that is derived from its content, so that no other
 * process that saw the abandoned lock removes its successor. If this process dies meanwhile, the derived lock is taken
 * over like any other lock.
 */
async function removeDead(
  fs: FileSystem,
  { request, text }: { readonly request: ClaimRequest; readonly text: string },
): Promise<void> {
  const { path } = request;
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const release = await acquireProcessLock(fs, { ...request, path: `${path}.${mark}` });
  try {
    if ((await readLock(fs, request)) === text) await fs.remove(path);
  } finally {
    await release();
  }
}
