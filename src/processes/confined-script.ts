import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run, type RunResult } from './run.ts';

/** Program that confines other programs on Linux. The caller's PATH is not used. */
const programs = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap'];

/** System folders that tools need. Folders with settings or files of users are not visible. */
const readable = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store', '/run/current-system/sw'];
const settings = ['/etc/ld.so.cache', '/etc/alternatives', '/etc/passwd', '/etc/localtime'];

/** Files with the names of servers and the certificates of authorities. */
const networkFiles = ['/etc/hosts', '/etc/resolv.conf', '/etc/nsswitch.conf', '/etc/ssl', '/etc/pki'];

const project = '/project';
const home = '/tmp/home';
const nodeFolder = '/node';

export interface ConfinedScript {
  /** Absolute path of the project. The script can change it. */
  readonly root: string;
  /** Arguments of Node, for example `['--run', 'lint']` for a script in package.json. */
  readonly args: readonly string[];
  readonly signal?: AbortSignal | undefined;
  readonly onLine?: ((line: string) => void) | undefined;
  /** Variables in addition to the environment of the confinement. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a script of a project with an empty home folder and without the files of the user. */
export type RunConfined = (script: ConfinedScript) => Promise<RunResult>;

/**
 * Returns a function that runs scripts in bubblewrap, without network.
 *
 * @param scratch folder outside the project, for the list of host names that scripts see
 * @returns `undefined` if this system cannot confine a program
 */
export async function confinedRunner(root: string, scratch: string): Promise<RunConfined | undefined> {
  const hosts = join(scratch, 'hosts');
  writeFileSync(hosts, '127.0.0.1 localhost\n::1 localhost\n');
  // Servers of tests listen on localhost. The system's list can contain other names.
  return runnerWith(['--ro-bind', hosts, '/etc/hosts'], root);
}

/**
 * Returns a function that runs scripts in bubblewrap, with the network, so that browsers reach a server.
 *
 * @returns `undefined` if this system cannot confine a program
 */
export async function confinedServerRunner(root: string): Promise<RunConfined | undefined> {
  return runnerWith(['--share-net', ...networkFiles.flatMap((path) => ['--ro-bind-try', path, path])], root);
}

async function runnerWith(reach: readonly string[], root: string): Promise<RunConfined | undefined> {
  const program = process.platform === 'linux' ? programs.find((path) => existsSync(path)) : undefined;
  if (program === undefined) return undefined;
  const start = (words: readonly string[], options: Omit<ConfinedScript, 'args'>): Promise<RunResult> =>
    run(program, [...confinement(options.root), ...reach, ...variables(options.env), ...words], {
      cwd: '/',
      env: {},
      onLine: options.onLine,
      signal: options.signal,
    });
  const { exitCode } = await start([`${nodeFolder}/node`, '--version'], { root });
  if (exitCode !== 0) return undefined;
  return ({ args, ...options }) => start([`${nodeFolder}/node`, ...args], options);
}

function variables(env: Readonly<Record<string, string>> = {}): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]);
}

/** Arguments of bubblewrap: new namespaces, no capabilities, an empty environment and only the project is writable. */
function confinement(root: string): readonly string[] {
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    ...[...readable, ...settings].flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--dir', home],
    ...['--ro-bind', dirname(process.execPath), nodeFolder, '--bind', root, project, '--chdir', project],
    ...['--setenv', 'HOME', home, '--setenv', 'CI', '1', '--setenv', 'TZ', 'UTC', '--setenv', 'LANG', 'C.UTF-8'],
    ...['--setenv', 'PATH', `${nodeFolder}:/usr/bin:/bin`],
  ];
}
