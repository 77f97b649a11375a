/** A team registry in a process of its own, with the users ada and bob, and their commands. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registryServeResult, registryUserResult } from '../../src/results/registry-server.ts';
import { genlock, repository, type Finished } from './cli.ts';
import { exampleArchive } from './example-archive.ts';
import { examplePlugin } from './life.ts';
import { npm, password, publication, send, signIn } from './verdaccio.ts';

/** Folder of the registry, and of all other folders of the tests. */
export const team = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-team-')));
export const storage = join(team, 'registry');

/** The address of the registry and the tokens of its users. `startRegistry` sets them. */
export const registry = { url: '', ada: '', bob: '' };

/** Adds the users, starts the registry and signs in. */
export async function startRegistry(): Promise<ChildProcess> {
  const added = await Promise.all(
    ['ada', 'bob'].map((name) =>
      genlock(['registry', 'user', 'add', name, '--json'], { cwd: team, input: `${password}\n` }),
    ),
  );
  for (const { stdout } of added) registryUserResult.parse(JSON.parse(stdout));
  const serve = ['registry', 'serve', '--port', '0', '--publisher', 'ada', '--json'];
  const server = spawn(process.execPath, [join(repository, 'bin/run.js'), ...serve], { cwd: team });
  registry.url = await new Promise((resolve, reject) => {
    let printed = '';
    server.once('close', () => reject(new Error(`the registry ended: ${printed}`)));
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.endsWith('}\n')) resolve(registryServeResult.parse(JSON.parse(printed)).url);
    });
  });
  const tokens = await Promise.all([signIn(registry.url, 'ada'), signIn(registry.url, 'bob')]);
  [registry.ada, registry.bob] = tokens;
  return server;
}

/** Ends the registry and deletes its folder. */
export function endRegistry(server: ChildProcess): void {
  server.kill('SIGKILL');
  rmSync(team, { recursive: true, force: true });
}

/** Creates an empty folder that exists until all tests end. Tests run concurrently. */
export const newFolder = (): string => mkdtempSync(join(team, 'folder-'));

/** An example plugin in a folder of its own, under another name and version. */
export function pluginFolder(name: string, version: string): string {
  const folder = join(newFolder(), 'plugin');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  for (const file of ['manifest.json', 'package.json']) {
    const text = readFileSync(join(folder, file), 'utf8');
    const changed = { ...(JSON.parse(text) as object), name, version };
    writeFileSync(join(folder, file), `${JSON.stringify(changed, undefined, 2)}\n`);
  }
  return folder;
}

/** Runs npm with the user's token, by default in an empty folder. */
export const npmAs = (token: string | undefined, args: readonly string[], cwd = newFolder()): Promise<Finished> =>
  npm(args, { cwd, registry: { url: registry.url }, user: token === undefined ? undefined : { token } });

/** Publishes the example plugin under another name with npm. */
export const publishByNpm = (name: string, { version = '1.0.0', token = registry.ada } = {}) =>
  npmAs(token, ['publish'], pluginFolder(name, version));

/** Sends the publish request of npm without npm. */
export const publish = async (name: string, { version = '1.0.0', token = registry.ada } = {}): Promise<number> => {
  const body = publication(name, { version, archive: exampleArchive('guestbook', { name, version }) });
  return (await send(registry.url, { method: 'PUT', path: name.replace('/', '%2f'), body, token })).status;
};
