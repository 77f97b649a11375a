import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readdirSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, join, posix, resolve, win32 } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { compareText } from '../core/tree.ts';
import { isMissing } from './file-reader.ts';
import { policyPath } from './records.ts';

/** Where policies may be: each that is there is read, none replaces another. */
export interface PolicyLocations {
  /** Folder of the administrator's `policy.json` and `policy.d/*.json`. */
  readonly system: string;
  /** Who must own what is in it, as a user id; nobody is asked where files have no such owner. */
  readonly owner?: number;
  readonly user?: string;
  readonly project?: string;
  /** Named by the environment: must be there. */
  readonly added?: string;
}

/** A policy somebody wrote. */
export interface PolicyFile {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  /** Whose it is. */
  readonly level: 'system' | 'user' | 'project' | 'added';
}

/** A place of a policy, read when it is asked for. */
export interface PolicyPlace extends Pick<PolicyFile, 'file' | 'level'> {
  /** @throws GenlockError POLICY_UNSAFE, POLICY_UNREADABLE */
  readonly read: () => PolicyFile;
}

/** What the places depend on. */
export interface PolicySurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly cwd: string;
  /** The project's folder, if there is or will be one. */
  readonly root?: string | undefined;
}

/** The places of a platform. An empty variable counts as none; so does a relative `XDG_CONFIG_HOME`. */
export function policyPlaces({ env, platform, cwd, root }: PolicySurroundings): PolicyLocations {
  const path = platform === 'win32' ? win32 : posix;
  const home = platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  const given = env['XDG_CONFIG_HOME'] ?? '';
  const settings = path.isAbsolute(given) ? given : home ? path.join(home, '.config') : undefined;
  const added = env['GENLOCK_POLICY'];
  return {
    system: systemFolder(env, platform),
    ...(platform === 'win32' ? {} : { owner: 0 }),
    ...(settings === undefined ? {} : { user: path.join(settings, 'genlock', 'policy.json') }),
    ...(root === undefined ? {} : { project: join(root, policyPath) }),
    ...(added ? { added: resolve(cwd, added) } : {}),
  };
}

function systemFolder(env: PolicySurroundings['env'], platform: NodeJS.Platform): string {
  if (platform === 'win32') return win32.join(env['ProgramData'] || 'C:\\ProgramData', 'genlock');
  return platform === 'darwin' ? '/Library/Application Support/genlock' : '/etc/genlock';
}

/**
 * Every policy there is: system, user, project, added.
 *
 * @throws GenlockError POLICY_UNSAFE if others than the administrator could have written a system policy,
 * POLICY_UNREADABLE if a policy is there and can't be read, or one that was named isn't there
 */
export function findPolicies(places: PolicyLocations): readonly PolicyFile[] {
  return policiesAt(places).map((place) => place.read());
}

/**
 * Where policies are, in that order.
 *
 * @throws GenlockError POLICY_UNSAFE, POLICY_UNREADABLE of a folder of policies
 */
export function policiesAt(places: PolicyLocations): readonly PolicyPlace[] {
  const { owner, user, project, added } = places;
  const at = (level: PolicyFile['level'], file: string | undefined): readonly PolicyPlace[] =>
    file === undefined || (level !== 'added' && !isThere(file))
      ? []
      : [{ level, file, read: () => read(file, { level, owner: level === 'system' ? owner : undefined }) }];
  return [
    ...systemFiles(places).flatMap((file) => at('system', file)),
    ...at('user', user),
    ...at('project', project),
    ...at('added', added),
  ];
}

/** A policy that names another file. */
export interface Naming {
  /** Absolute. */
  readonly file: string;
  /** Who must own what a system policy names, as a user id. */
  readonly owner: number | undefined;
  readonly level?: PolicyFile['level'];
}

/**
 * A file that a policy names, from the root or from the policy's own folder; as safe as the policy itself.
 *
 * @throws GenlockError POLICY_UNSAFE, POLICY_UNREADABLE
 */
export function readNamed(path: string, { file: policy, level = 'added', owner }: Naming): Omit<PolicyFile, 'level'> {
  const file = resolve(dirname(policy), path);
  const folder = dirname(file);
  const system = level === 'system' ? owner : undefined;
  refuseUnsafe(folder, { status: attempt(folder, () => statSync(folder)), owner: system });
  const { text } = read(file, { level, owner: system });
  return { file, text };
}

/** Whoever can write a folder can put another file in the place of one of its files. */
function systemFiles({ system, owner }: PolicyLocations): readonly string[] {
  if (!isThere(system)) return [];
  refuseUnsafe(system, { status: attempt(system, () => statSync(system)), owner });
  const drafts = join(system, 'policy.d');
  const single = join(system, 'policy.json');
  const several = isThere(drafts) ? namesIn(drafts, owner).map((name) => join(drafts, name)) : [];
  return [...(isThere(single) ? [single] : []), ...several];
}

function namesIn(folder: string, owner: number | undefined): readonly string[] {
  refuseUnsafe(folder, { status: attempt(folder, () => statSync(folder)), owner });
  return attempt(folder, () => readdirSync(folder))
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .toSorted(compareText);
}

/** A link to nothing is there: what it should lead to can't be read. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw unreadable(path, cause);
  }
}

/** Far above any real policy; what is larger isn't read. */
const largest = 4 * 1024 * 1024;

function read(
  file: string,
  { level, owner }: Pick<PolicyFile, 'level'> & { readonly owner: number | undefined },
): PolicyFile {
  // Without O_NONBLOCK a pipe would be waited for.
  const handle = attempt(file, () => openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)));
  try {
    const status = fstatSync(handle);
    if (!status.isFile()) throw unreadable(file, new Error('not a file'));
    if (status.size > largest) throw unreadable(file, new Error('larger than 4 MiB'));
    refuseUnsafe(file, { status, owner });
    return { file, level, text: attempt(file, () => readFileSync(handle, 'utf8')) };
  } finally {
    closeSync(handle);
  }
}

const othersMayWrite = 0o022;

function refuseUnsafe(
  path: string,
  { status, owner }: { readonly status: Stats; readonly owner: number | undefined },
): void {
  if (owner === undefined) return;
  const fault =
    status.uid !== owner
      ? 'belongs to somebody else than the administrator'
      : (status.mode & othersMayWrite) !== 0 && 'can be written by others than the administrator';
  if (fault === false) return;
  throw new GenlockError({ code: 'POLICY_UNSAFE', message: `${path} ${fault}`, where: { file: path } });
}

function attempt<Value>(file: string, work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function unreadable(file: string, cause: unknown): GenlockError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new GenlockError(
    { code: 'POLICY_UNREADABLE', message: `cannot read the policy ${file}: ${reason}`, where: { file } },
    { cause },
  );
}
