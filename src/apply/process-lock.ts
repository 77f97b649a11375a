import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { GenlockError } from '../errors/error.ts';
import { errnoOf, type FileSystem } from './file-system.ts';

/** Who works on something. */
const holderSchema = z.object({
  /** Of this claim: no other one has the same text. */
  id: z.string().optional(),
  pid: z.number().int().positive(),
  host: z.string(),
  command: z.string(),
  /** When the process began, where the system says so: an id is given to another process sooner or later. */
  started: z.string().optional(),
  /** Since when the machine is up, and whose ids of processes these are: two containers may share a host's name. */
  boot: z.string().optional(),
  namespace: z.string().optional(),
  /** What bears witness that it lives. */
  witness: z.string().optional(),
});
export type Holder = z.infer<typeof holderSchema>;

/** Locks of this very process, and what each says: its own id says nothing about them after a crash and a reused id. */
const heldHere = new Map<string, string>();

/** How long a lock that was made but not yet filled in is waited for. */
const attempts = 5;
const pause = 20;

/** What shows of a holder in another container of this machine whether it lives. */
export interface LivenessProbe {
  /** Of this process; its claim says it. */
  readonly name: string;
  /** Whether another one is gone for sure, with its process. */
  readonly isGone: (name: string) => Promise<boolean>;
}

/** What is claimed, and what is said to who can't have it. */
export interface ClaimRequest {
  /** The file that says who works on it, absolute; its folder must exist. */
  readonly path: string;
  readonly command: string;
  /** Without one, a claim of another container is nobody's to take over. */
  readonly witness?: LivenessProbe | undefined;
  /** Somebody else works on it. @param elsewhere their machine, as the end of a sentence, if it isn't this one */
  readonly taken: (holder: Holder, elsewhere: string) => GenlockError;
  /** Something that isn't a file is where the claim belongs. */
  readonly blocked: () => GenlockError;
}

/**
 * Claims something for this process. A claim whose process has ended is taken over.
 *
 * @returns what gives it back.
 * @throws GenlockError what `taken` or `blocked` say
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

/** Whoever was stopped before they filled it in may find somebody else's. */
async function isMine(
  fs: FileSystem,
  { request, content }: { readonly request: ClaimRequest; readonly content: string },
): Promise<boolean> {
  const { path } = request;
  const release = releaseOf(fs, { path, content });
  try {
    if ((await readLock(fs, request)) === content) return true;
  } catch (cause) {
    // What stays now is taken over later, as one whose holder is gone.
    await release().catch(() => undefined);
    throw cause;
  }
  forget(path, content);
  return false;
}

/** One that is somebody else's by now stays. */
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

/** Moves this process's claim to where its file is now. @returns what gives it back there. */
export function moveClaim(
  fs: FileSystem,
  { from, to }: { readonly from: string; readonly to: string },
): () => Promise<void> {
  const content = heldHere.get(from);
  if (content === undefined) throw new Error(`${from} is no claim of this process`);
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

/** The text of a dead holder's lock, nothing if the lock is gone by now; throws if the holder is alive. */
async function livingOrDead(fs: FileSystem, request: ClaimRequest): Promise<string | undefined> {
  const { taken } = request;
  for (let attempt = 1; ; attempt += 1) {
    const text = await readLock(fs, request);
    if (text === undefined) return undefined;
    const holder = parseHolder(text);
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

function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

interface Process {
  /** `Z`, `X` once it has ended and nobody has asked how. */
  readonly state: string | undefined;
  /** In clock ticks since the system began. */
  readonly started: string | undefined;
}

/** What the system says of a process; nothing where there is no `/proc`. */
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

/** What this process's id counts in; nothing where there is no `/proc`. */
function surroundings(): Pick<Holder, 'boot' | 'namespace'> {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { boot, namespace: readlinkSync('/proc/self/ns/pid') };
  } catch {
    return {};
  }
}

/** Whether its process can't be asked for by its id. What was left before the machine began anew is in no container of now. */
function isElsewhere({ host, boot, namespace }: Holder): boolean {
  const here = surroundings();
  if (host !== hostname()) return true;
  return boot !== undefined && boot === here.boot && namespace !== here.namespace;
}

/** What another machine has in the same folder says nothing here: its kernel is another one. */
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
 * Takes a dead lock out of the way. Whoever does that holds a claim to this very one, so that nobody who saw it takes away
 * what is in its place by then; a claim whose holder died over that is taken over like any other.
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
