import { relative } from 'node:path';
import { recover } from '../apply/recover.ts';
import type { Recovery } from '../apply/recover-transaction.ts';
import { GenlockError } from '../errors/error.ts';
import { readLockfile, type Lockfile } from '../lockfile/lockfile.ts';
import type { Digest } from '../core/digest.ts';
import { findRoot, openProject, type ProjectState } from '../project/open.ts';
import { lockfilePath } from '../project/records.ts';
import type { Repair } from '../project/verify-records.ts';

/** What was found at a project's folder, after anything unfinished there was healed. */
export interface Workspace {
  /** Absolute, without links. */
  readonly root: string;
  readonly state: ProjectState;
  /** What became of an earlier command that was interrupted. */
  readonly healed: Recovery['healed'];
  readonly lockfile: Lockfile | undefined;
  /** Of the bytes it was read from. */
  readonly lockfileDigest: Digest | undefined;
  /** Records that weren't whole, as far as they were read by now. */
  readonly repairs: readonly Repair[];
}

/** A folder a command is about to work in. */
export interface StartRequest {
  /** Absolute. */
  readonly root: string;
  /** A dry run heals nothing. */
  readonly dryRun: boolean;
  /** How the lock names the command, e.g. `genlock add guestbook`. */
  readonly command: string;
}

/**
 * Heals what an earlier command left, then looks what is there.
 *
 * @throws GenlockError PROJECT_INTERRUPTED if it was left and may not be healed; PROJECT_LOCKED, PROJECT_LOCKFILE_…
 */
export async function openWorkspaceAt({ root: path, dryRun, command }: StartRequest): Promise<Workspace> {
  const healing = dryRun ? undefined : await recover({ root: path, command });
  const { root, state } = openProject(path);
  if (state === 'interrupted') {
    throw new GenlockError({ code: 'PROJECT_INTERRUPTED', message: `an earlier command was interrupted in ${root}` });
  }
  const healed = healing?.healed ?? 'none';
  return { root, state, healed, ...(state === 'project' ? lockedIn(root) : unlocked) };
}

type Locked = Pick<Workspace, 'lockfile' | 'lockfileDigest' | 'repairs'>;

const unlocked: Locked = { lockfile: undefined, lockfileDigest: undefined, repairs: [] };

function lockedIn(root: string): Locked {
  const { lockfile, state, digest } = readLockfile(root);
  const repairs = state === 'whole' ? [] : [{ file: lockfilePath, how: howOf(state) } as const];
  return { lockfile, lockfileDigest: digest, repairs };
}

function howOf(state: 'merged' | 'lost' | 'absent'): Repair['how'] {
  return state === 'merged' ? 'united' : 'rebuilt';
}

/**
 * The same in the project the current folder lies in.
 *
 * @throws GenlockError PROJECT_NOT_FOUND if it lies in none that Genlock made
 */
export async function openWorkspace({
  cwd,
  ...request
}: Omit<StartRequest, 'root'> & { readonly cwd: string }): Promise<Workspace> {
  const start = await openWorkspaceAt({ ...request, root: findRoot(cwd) });
  if (start.state === 'project') return start;
  // What was healed may have been an eject: then nothing is here any more.
  findRoot(cwd);
  const message = `there is a genlock.json in ${relative(cwd, start.root) || 'this folder'}, but no project was made from it`;
  throw new GenlockError({ code: 'PROJECT_NOT_FOUND', message, hint: 'Make the project with `genlock init .`.' });
}
