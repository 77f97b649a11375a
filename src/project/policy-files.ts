import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readdirSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, join, posix, resolve, win32 } from 'node:path';
import { GenlockError } from '../errors/error.ts';
import { compareText } from '../core/tree.ts';
import { isMissing } from './file-reader.ts';
import { policyPath } from './records.ts';

/** Paths of possible policies. All existing policies apply. None replaces another. */
export interface PolicyLocations {
  /** Folder of the administrator's `policy.json` and `policy.d/*.json`. */
  readonly system: string;
  /** Required owner of the system policies, as a user id. Not checked on systems without user ids. */
  readonly owner?: number;
  readonly user?: string;
  readonly project?: string;
  /** Path from the environment. The file must exist. */
  readonly added?: string;
}

/** Policy file and its text. */
export interface PolicyFile {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  /** Origin of the policy. */
  readonly level: 'system' | 'user' | 'project' | 'added';
}

/** Path of a policy that is read on demand. */
export interface PolicySource extends Pick<PolicyFile, 'file' | 'level'> {
  /** @throws GenlockError POLICY_UNSAFE, POLICY_UNREADABLE */
  readonly read: () => PolicyFile;
}

/** Environment that determines the paths of policies. */
export interface PolicySurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly cwd: string;
  /** Folder of the current or new project. */
  readonly root?: string | undefined;
}

/** Returns the policy paths of a platform. Ignores empty variables and a relative `XDG_CONFIG_HOME`. */
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
 * Reads all policies: system, user, project, added.
 *
 * @throws GenlockError POLICY_UNSAFE if users other than the administrator can write a system policy, POLICY_UNREADABLE
 * if a policy cannot be read or a named policy does not exist
 */
export function findPolicies(places: PolicyLocations): readonly PolicyFile[] {
  return policiesAt(places).map((place) => place.read());
}

/**
 * Lists existing policies: system, user, project, added.
 *
 * @throws GenlockError POLICY_UNSAFE, POLICY_UNREADABLE of a folder of policies
 */
export function policiesAt(places: PolicyLocations): readonly PolicySource[] {
  const { owner, user, project, added } = places;
  const at = (level: PolicyFile['level'], file: string | undefined): readonly PolicySource[] =>
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

/** Policy that refers to another file. */
export interface Naming {
  /** Absolute. */
  readonly file: string;
  /** Required owner of files that a system policy names, as a user id. */
  readonly owner: number | undefined;
  readonly level?: PolicyFile['level'];
}

/**
 * Reads a file that a policy names, by absolute path or relative to the policy's folder. The file must be as protected
 * as the policy.
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

/**
 * Lists the system policies. Also checks their folders, because a user who can write a folder can replace its files.
 */
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

/** Returns whether a path exists. A dangling link exists, so that reading it fails. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw unreadable(path, cause);
  }
}

/** Size limit in bytes. Larger files are not read. */
const largest = 4 * 1024 * 1024;

function read(
  file: string,
  { level, owner }: Pick<PolicyFile, 'level'> & { readonly owner: number | undefined },
): PolicyFile {
  // Without O_NONBLOCK, opening a pipe would block.
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
      ? 'is not owned by the administrator'
      : (status.mode & othersMayWrite) !== 0 && 'is writable by users other than the administrator';
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
