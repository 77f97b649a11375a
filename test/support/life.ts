import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GenlockError } from '../../src/errors/error.ts';
import { addPlugins } from '../../src/flows/plugins/add.ts';
import type { ChangePorts, ChangeRequest, ChangeResult } from '../../src/engine/change.ts';
import { initProject } from '../../src/flows/project/init.ts';
import { removePlugins } from '../../src/flows/plugins/remove.ts';
import { syncProject } from '../../src/flows/project/sync.ts';
import { repository } from './cli.ts';
import { once } from './once.ts';
import { quietPorts } from './ports.ts';
import { runFolder } from './run-folder.ts';
import { temporaryFolder } from './temporary.ts';

/** The folder of one of the example plugins. */
export const examplePlugin = (name: string): string => join(repository, 'examples/plugins', name);

/** A project and the commands of its life, in process. */
export interface Life {
  readonly root: string;
  readonly add: (plugins: readonly string[], how?: How) => Promise<ChangeResult>;
  readonly remove: (plugins: readonly string[], how?: How) => Promise<ChangeResult>;
  readonly sync: (how?: How) => Promise<ChangeResult>;
}

/** How a command is given, where it isn't as usual: no terminal, no `--yes`. */
export type How = Partial<Pick<ChangeRequest, 'yes' | 'dryRun' | 'network'>> & Partial<ChangePorts>;

/** A new project from the sample configuration, or another one. Tests of one run copy the same generated project. */
export async function newLife(
  config = join(repository, 'examples/shop/genlock.json'),
  cwd = temporaryFolder(),
): Promise<Life> {
  const root = join(cwd, 'shop');
  cpSync(await generatedProject(config), root, { recursive: true });
  return lifeIn(root);
}

/** Creates a project on SQLite with these entities. Its commands run with an empty home folder. */
export async function newLifeWith(entities: readonly object[] = []): Promise<{ life: Life; home: string; how: How }> {
  const config = join(temporaryFolder(), 'shop.json');
  writeFileSync(config, JSON.stringify({ name: 'shop', database: 'file', entities }));
  const home = temporaryFolder();
  return { life: await newLife(config), home, how: { env: { HOME: home } } };
}

/** Copies a plugin of the fixtures next to a project. Returns its folder. */
export function copyFixture(name: string, { root }: Pick<Life, 'root'>): string {
  const folder = join(root, '..', name);
  cpSync(join(repository, 'test/fixtures/plugins', name), folder, { recursive: true });
  return folder;
}

/** Replaces a string in the generator of a plugin, and raises the version of the plugin. */
export function editGenerator(folder: string, from: string, to: string): void {
  const changes = [
    ['generator.js', from, to],
    ...['manifest.json', 'package.json'].map((name) => [name, '"1.0.0"', '"1.1.0"'] as const),
  ] as const;
  for (const [name, before, after] of changes) {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(before)) throw new Error(`${path} does not contain ${before}`);
    writeFileSync(path, text.replace(before, after));
  }
}

/** The folder of the project that `init` generates from a configuration, once per run and configuration. */
async function generatedProject(config: string): Promise<string> {
  const key = createHash('sha256').update(readFileSync(config)).digest('hex');
  const cwd = join(runFolder(), `life-${key}`);
  return once(`${cwd}.ready`, async () => {
    mkdirSync(cwd, { recursive: true });
    const root = join(cwd, 'shop');
    await initProject({ cwd, root, config, plugins: [], yes: true, dryRun: false, install: false }, quietPorts);
    return root;
  });
}

/** Returns the commands for an existing project. */
export function lifeIn(root: string): Life {
  const request = { cwd: root, yes: false, dryRun: false, install: false };
  return {
    root,
    add: (plugins, how = {}) => addPlugins({ ...request, ...how, plugins }, { ...quietPorts, ...how }),
    remove: (plugins, how = {}) => removePlugins({ ...request, ...how, plugins }, { ...quietPorts, ...how }),
    sync: (how = {}) => syncProject({ ...request, ...how }, { ...quietPorts, ...how }),
  };
}

/** The codes a command is refused with. */
export async function codesOf(refused: Promise<unknown>): Promise<readonly string[]> {
  return refused.then(
    () => [],
    (error: unknown) => {
      if (error instanceof GenlockError) return error.problems.map(({ code }) => code);
      throw error;
    },
  );
}

/** Collects the steps that run a plugin. Other steps report progress, too. */
export function listen(): { readonly said: string[]; readonly progress: (message: string) => void } {
  const said: string[] = [];
  const progress = (message: string): void => {
    if (message.startsWith('Running ')) said.push(message);
  };
  return { said, progress };
}

/** A copy of the guestbook that may be changed, and the file of it that runs on the server. */
export function ownGuestbook() {
  const folder = join(temporaryFolder(), 'guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  return { folder, route: join(folder, 'templates/express/server/routes/guestbook.ts') };
}
