import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { updatePlugins } from '../../src/flows/plugins/update.ts';
import { codesOf, examplePlugin, listen, newLife, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const bytes = ({ root }: Pick<Life, 'root'>) => [...treeHash(root, ['.env'])];
const page = 'client/pages/guestbook/index.tsx';

interface Written {
  entities: unknown[];
  plugins: Record<string, { enabled?: boolean; settings?: object }>;
}

/** Edits the configuration of a project. */
function edit({ root }: Pick<Life, 'root'>, change: (config: Written) => void): void {
  const file = join(root, 'genlock.json');
  const config: Written = parse(readFileSync(file, 'utf8'));
  change(config);
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`);
}

/** A project with the guestbook, whose folder is a copy of its own. */
async function withGuestbook(): Promise<Life & { readonly folder: string }> {
  const life = await newLife();
  const folder = join(temporaryFolder(), 'guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  await life.add([folder]);
  return { ...life, folder };
}

test('a second sync changes nothing and runs nothing', async () => {
  const life = await withGuestbook();
  const before = bytes(life);
  const { said, progress } = listen();
  expect((await life.sync({ progress })).status).toBe('unchanged');
  expect([said, bytes(life)]).toEqual([[], before]);
});

test('refuses a folder that now contains another plugin', async () => {
  const life = await withGuestbook();
  await life.add([examplePlugin('page-views')]);
  const before = bytes(life);
  const request = { cwd: life.root, yes: true, dryRun: false, install: false, network: false };
  for (const name of ['other', 'page-views']) {
    for (const file of ['manifest.json', 'package.json'].map((each) => join(life.folder, each))) {
      writeFileSync(file, readFileSync(file, 'utf8').replace(/"name": "[^"]+"/u, `"name": "${name}"`));
    }
    expect(await codesOf(life.sync({ yes: true }))).toEqual(['PLUGIN_PACKAGE_MISMATCH']);
    for (const plugins of [['guestbook'], []]) {
      expect(await codesOf(updatePlugins({ ...request, plugins }, quietPorts))).toEqual(['PLUGIN_PACKAGE_MISMATCH']);
    }
  }
  expect(bytes(life)).toEqual(before);
  expect((await life.remove(['guestbook'])).status).toBe('changed');
});

test('entities come and go without running any plugin', async () => {
  const life = await withGuestbook();
  const before = bytes(life);
  const entities = JSON.stringify([{ name: 'Ticket', fields: [{ name: 'title', type: 'String' }] }]);
  const text = readFileSync(join(life.root, 'genlock.json'), 'utf8');
  edit(life, (config) => (config.entities = JSON.parse(entities)));
  const { said, progress } = listen();
  const { steps } = await life.sync({ progress });
  expect(said).toEqual([]);
  expect(steps.map(({ command }) => command)).toEqual(['genlock db migrate dev --name sync']);
  expect(existsSync(join(life.root, 'server/routes/tickets.ts'))).toBe(true);
  expect((await life.sync()).status).toBe('unchanged');
  writeFileSync(join(life.root, 'genlock.json'), text);
  await life.sync();
  expect(bytes(life)).toEqual(before);
});

test('a changed setting runs only its plugin', async () => {
  const life = await withGuestbook();
  await life.add([examplePlugin('page-views')]);
  edit(life, ({ plugins }) => (plugins['guestbook'] = { settings: { title: 'Our visitors' } }));
  const { said, progress } = listen();
  const { plugins } = await life.sync({ progress });
  expect(said).toEqual(['Running guestbook in the sandbox']);
  expect(plugins.map(({ name, change }) => [name, change])).toEqual([['guestbook', 'updated']]);
  expect(readFileSync(join(life.root, 'client/data/guestbook.json'), 'utf8')).toContain('Our visitors');
});

test('a setting that does not fit stops it, and nothing changes', async () => {
  const life = await withGuestbook();
  edit(life, ({ plugins }) => (plugins['guestbook'] = { settings: { maxLength: 0 } }));
  const before = bytes(life);
  expect(await codesOf(life.sync())).toEqual(['PLUGIN_SETTING_OUT_OF_BOUNDS']);
  expect(bytes(life)).toEqual(before);
});

test('restores a plugin that was disabled and enabled again, without its folder', async () => {
  const life = await withGuestbook();
  const before = bytes(life);
  rmSync(life.folder, { recursive: true });
  const text = readFileSync(join(life.root, 'genlock.json'), 'utf8');
  edit(life, ({ plugins }) => (plugins['guestbook'] = { enabled: false, settings: {} }));
  const off = await life.sync();
  expect(off.plugins.map(({ name, change }) => [name, change])).toEqual([['guestbook', 'disabled']]);
  expect(existsSync(join(life.root, page))).toBe(false);
  expect((await life.sync()).status).toBe('unchanged');
  writeFileSync(join(life.root, 'genlock.json'), text);
  const on = await life.sync();
  expect(on.plugins.map(({ name, change }) => [name, change])).toEqual([['guestbook', 'enabled']]);
  expect(bytes(life)).toEqual(before);
});

test('a plugin deleted from genlock.json is removed from the project', async () => {
  const life = await newLife();
  const before = bytes(life);
  const text = readFileSync(join(life.root, 'genlock.json'), 'utf8');
  await life.add([examplePlugin('guestbook')]);
  writeFileSync(join(life.root, 'genlock.json'), text);
  expect((await life.sync()).plugins.map(({ change }) => change)).toEqual(['removed']);
  expect(bytes(life)).toEqual(before);
});

test('a folder that asks for more needs a yes; one that asks for no more does not', async () => {
  const life = await withGuestbook();
  appendFileSync(join(life.folder, 'README.md'), 'More to read.\n');
  expect((await life.sync()).status).toBe('changed');
  const before = bytes(life);
  appendFileSync(join(life.folder, 'templates/express/server/routes/guestbook.ts'), 'export const more = 1;\n');
  expect(await codesOf(life.sync())).toEqual(['CONSENT_NEEDED']);
  expect(bytes(life)).toEqual(before);
  expect((await life.sync({ yes: true })).status).toBe('changed');
});

test('reports an enabled plugin that does not exist', async () => {
  const life = await newLife();
  edit(life, ({ plugins }) => (plugins['nowhere'] = {}));
  expect(await codesOf(life.sync())).toEqual(['PLUGIN_NOT_FOUND']);
});

test('remove runs no plugin, and reports a plugin that would have to run', async () => {
  const life = await withGuestbook();
  await life.add([examplePlugin('page-views')]);
  edit(life, ({ plugins }) => (plugins['guestbook'] = { settings: { title: 'Other' } }));
  expect(await codesOf(life.remove(['page-views']))).toEqual(['PROJECT_OUT_OF_SYNC']);
  expect((await life.remove(['guestbook'])).status).toBe('changed');
});

test("the user's edits stay", async () => {
  const life = await withGuestbook();
  const file = join(life.root, page);
  appendFileSync(file, '// mine\n');
  edit(life, (config) => config.entities.push({ name: 'Ticket' }));
  const { plan } = await life.sync();
  expect(plan.conflicts).toEqual([]);
  expect(readFileSync(file, 'utf8')).toContain('// mine\n');
  expect((await life.sync()).status).toBe('unchanged');
});

test('verifies stored operations, and refuses changed bytes that cannot be rebuilt', async () => {
  const life = await withGuestbook();
  rmSync(life.folder, { recursive: true });
  const { plugins } = JSON.parse(readFileSync(join(life.root, 'genlock.lock.json'), 'utf8')) as {
    plugins: Record<string, { operations: string }>;
  };
  appendFileSync(join(life.root, '.genlock/objects', plugins['guestbook']?.operations ?? ''), ' ');
  expect(await codesOf(life.sync())).toEqual(['PROJECT_OBJECT_INVALID']);
});

test('warns about a secret in genlock.json in every command that reads it', async () => {
  const life = await newLife();
  await life.add([examplePlugin('contact-form')]);
  edit(life, ({ plugins }) => {
    plugins['contact-form'] = { enabled: true, settings: { webhookUrl: 'https://hooks.example/secret' } };
  });
  const warning = [expect.stringMatching(/contact-form.*webhookUrl.*\.env/u)];
  const synced = await life.sync();
  expect(synced.warnings).toEqual(warning);
  expect(JSON.stringify(synced.warnings)).not.toContain('hooks.example');
  expect((await life.add([examplePlugin('page-views')])).warnings).toEqual(warning);
});
