import { relative } from 'node:path';
import { recover } from '../apply/recover.ts';
import type { Recovery } from '../apply/recover-transaction.ts';
import { GenlockError } from '../errors/error.ts';
import { readLockfile, type Lockfile } from '../lockfile/lockfile.ts';
import type { Digest } from '../core/digest.ts';
import { findRoot, openProject, type ProjectState } from '../project/open.ts';
import { lockfilePath } from '../project/records.ts';
import type { Repair } from '../project/verify-records.ts';

/** State of a project folder after recovery. */
export interface Workspace {
  /** Absolute, without links. */
  readonly root: string;
  readonly state: ProjectState;
  /** How an earlier interrupted command was completed or undone. */
  readonly healed: Recovery['healed'];
  readonly lockfile: Lockfile | undefined;
  /** Digest of the lockfile's bytes. */
  readonly lockfileDigest: Digest | undefined;
  /** Records that were damaged and have been read so far. */
  readonly repairs: readonly Repair[];
}

/** Folder and options of a command. */
export interface WorkspaceRequest {
  /** Absolute. */
  readonly root: string;
  /** A dry run does not recover interrupted commands. */
  readonly dryRun: boolean;
  /** Name of the command in the lock file, such as `genlock add guestbook`. */
  readonly command: string;
}

/**
 * Recovers from an interrupted command, then reads the project state.
 *
 * @throws GenlockError PROJECT_INTERRUPTED if recovery is needed in a dry run; PROJECT_LOCKED, PROJECT_LOCKFILE_…
 */
export async function openWorkspaceAt({ root: path, dryRun, command }: WorkspaceRequest): Promise<Workspace> {
  const recovery = dryRun ? undefined : await recover({ root: path, command });
  const { root, state } = openProject(path);
  if (state === 'interrupted') {
    throw new GenlockError({ code: 'PROJECT_INTERRUPTED', message: `an earlier command was interrupted in ${root}` });
  }
  const healed = recovery?.healed ?? 'none';
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
 * Opens the project that contains the current folder.
 *
 * @throws GenlockError PROJECT_NOT_FOUND if the folder is not inside a Genlock project
 */
export async function openWorkspace({
  cwd,
  ...request
}: Omit<WorkspaceRequest, 'root'> & { readonly cwd: string }): Promise<Workspace> {
  const workspace = await openWorkspaceAt({ ...request, root: findRoot(cwd) });
  if (workspace.state === 'project') return workspace;
  // Recovery can have completed an eject. Then the folder no longer contains a project.
  findRoot(cwd);
  const message = `${relative(cwd, workspace.root) || 'this folder'} has a genlock.json, but no project was created from it`;
  throw new GenlockError({ code: 'PROJECT_NOT_FOUND', message, hint: 'Create the project with `genlock init .`.' });
}
