/** Plugins that require other plugins. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChangePreview, ChangeResult } from '../../src/engine/change.ts';
import { validatePlugin } from '../../src/flows/author/validate.ts';
import { listPlugins } from '../../src/flows/project/list.ts';
import { initProject } from '../../src/flows/project/init.ts';
import { planProject } from '../../src/flows/plan/saved-plan.ts';
import { explain } from '../../src/flows/why/why.ts';
import { packageOf } from '../support/archives.ts';
import { fakeRegistry, type FakeRegistry } from '../support/fake-registry.ts';
import { codesOf, newLife, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

let registry: FakeRegistry;
let life: Life;
let home: string;
let how: How;

beforeEach(async () => {
  registry = await fakeRegistry();
  const config = join(temporaryFolder(), 'shop.json');
  writeFileSync(config, JSON.stringify({ name: 'shop', database: 'file', plugins: {} }));
  life = await newLife(config);
  home = temporaryFolder();
  how = { network: true, yes: true, env: { HOME: home, npm_config_registry: registry.url } };
});

afterEach(() => registry[Symbol.asyncDispose]());

/** The files of a plugin with one template. */
function filesOf(name: string, requires: readonly string[], version = '1.0.0'): Readonly<Record<string, string>> {
  return {
    'manifest.json': JSON.stringify({ name, version, requires }),
    'package.json': JSON.stringify({ name, version, license: 'MIT' }),
    'README.md': '# A plugin\n',
    'generator.js': `import * as sdk from 'genlock/sdk';\nexport default () => sdk.copyTemplates();\n`,
    [`templates/client/${name}/name.ts`]: `export const name = '${name}';\n`,
  };
}

/** Creates the folder of a plugin and returns its path. */
function folderOf(name: string, requires: readonly string[], version?: string): string {
  const folder = join(life.root, '..', name);
  for (const [file, text] of Object.entries(filesOf(name, requires, version))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

function publish(name: string, requires: readonly string[] = []): void {
  registry.publish({ name, version: '1.0.0', archive: packageOf(filesOf(name, requires)) });
}

function obey(policy: object): void {
  mkdirSync(join(home, '.config/genlock'), { recursive: true });
  writeFileSync(join(home, '.config/genlock/policy.json'), JSON.stringify({ version: 1, ...policy }));
}

const changesOf = ({ plugins }: Pick<ChangeResult, 'plugins'>) => plugins.map(({ name, change }) => [name, change]);
const written = (): { readonly plugins: Readonly<Record<string, unknown>>; readonly [key: string]: unknown } =>
  JSON.parse(readFileSync(join(life.root, 'genlock.json'), 'utf8'));

/** The files of the project. Secrets in `.env` remain when a plugin is removed. */
const filesWithoutSecrets = () => [...treeHash(life.root)].filter(([path]) => path !== '.env');

/** Adds plugins, and returns the error of the command. Checks that the project is unchanged. */
const refused = async (folders: readonly string[], ports: How = how): Promise<string> => {
  const before = treeHash(life.root);
  const error = await life.add(folders, ports).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(treeHash(life.root)).toEqual(before);
  return `${(error as { readonly code?: string }).code}: ${(error as Error).message}`;
};

describe('add', () => {
  test('adds the required bundled plugin in the same plan, before the plugin', async () => {
    const before = filesWithoutSecrets();
    const result = await life.add([folderOf('social', ['auth-jwt'])], how);
    expect(changesOf(result)).toEqual([
      ['auth-jwt', 'added'],
      ['social', 'added'],
    ]);
    expect(result.plugins).toMatchObject([{ requiredBy: ['social'] }, { requires: ['auth-jwt'] }]);
    expect(Object.keys(written().plugins)).toEqual(['auth-jwt', 'social']);
    expect((await life.sync()).status).toBe('unchanged');
    await life.remove(['social', 'auth-jwt'], how);
    expect(filesWithoutSecrets()).toEqual(before);
  });

  test('asks once, and shows both plugins', async () => {
    const previews: ChangePreview[] = [];
    const asked: string[] = [];
    const terminal: How = {
      yes: false,
      interactive: true,
      preview: (preview) => previews.push(preview),
      agree: (_, byDefault) => {
        asked.push(byDefault);
        return Promise.resolve(false);
      },
    };
    const before = treeHash(life.root);
    const declined = life.add([folderOf('social', ['auth-jwt'])], { ...how, ...terminal });
    expect(await codesOf(declined)).toEqual(['DECLINED']);
    expect(previews.map(changesOf)).toEqual([
      [
        ['auth-jwt', 'added'],
        ['social', 'added'],
      ],
    ]);
    expect(asked).toHaveLength(1);
    expect(treeHash(life.root)).toEqual(before);
  });

  test('fetches required plugins from the registry, through several plugins', async () => {
    publish('chat', ['presence']);
    publish('presence');
    const result = await life.add([folderOf('social', ['chat', 'presence'])], how);
    expect(changesOf(result).map(([name]) => name)).toEqual(['chat', 'presence', 'social']);
    expect(written().plugins).toMatchObject({ presence: { version: '^1.0.0' }, chat: { version: '^1.0.0' } });
    expect(Object.keys(written().plugins)).toEqual(['presence', 'chat', 'social']);
  });

  test('needs consent for a required plugin from a registry, although the path was typed', async () => {
    publish('chat');
    const folder = folderOf('social', ['chat']);
    expect(await codesOf(life.add([folder], { ...how, yes: false }))).toEqual(['CONSENT_NEEDED']);
    expect(await codesOf(life.add([folderOf('alone', [])], { ...how, yes: false }))).toEqual([]);
  });

  test('adds only the plugins that are not installed', async () => {
    await life.add(['auth-jwt'], how);
    const result = await life.add([folderOf('social', ['auth-jwt', 'base'])], how);
    expect(changesOf(result)).toEqual([['social', 'added']]);
  });

  test('takes a required plugin from the same command line', async () => {
    const result = await life.add([folderOf('social', ['chat']), folderOf('chat', [])], how);
    expect(changesOf(result).map(([name]) => name)).toEqual(['chat', 'social']);
    expect(registry.received).toEqual([]);
  });

  test('enables a required plugin that is disabled', async () => {
    await life.add(['auth-jwt'], how);
    const off = { ...written(), plugins: { 'auth-jwt': { enabled: false, settings: {} } } };
    writeFileSync(join(life.root, 'genlock.json'), JSON.stringify(off));
    await life.sync(how);
    const result = await life.add([folderOf('social', ['auth-jwt'])], how);
    expect(changesOf(result)).toEqual([
      ['auth-jwt', 'enabled'],
      ['social', 'added'],
    ]);
  });

  test('an update adds the plugins that the new version requires', async () => {
    await life.add([folderOf('social', [])], how);
    const result = await life.add([folderOf('social', ['auth-jwt'], '1.1.0')], how);
    expect(changesOf(result)).toEqual([
      ['auth-jwt', 'added'],
      ['social', 'updated'],
    ]);
  });

  test('refuses plugins that require each other', async () => {
    const folders = [folderOf('one', ['two']), folderOf('two', ['three']), folderOf('three', ['two'])];
    expect(await refused(folders)).toBe(
      'PLUGIN_REQUIRES_CYCLE: plugins require each other: two requires three requires two',
    );
  });

  test('refuses an update that requires a plugin which requires the plugin', async () => {
    await life.add([folderOf('one', [])], how);
    await life.add([folderOf('two', ['one'])], how);
    expect(await refused([folderOf('one', ['two'], '1.1.0')])).toContain('one requires two requires one');
  });

  test('names the plugin that requires a missing plugin', async () => {
    publish('chat', ['presence']);
    expect(await refused([folderOf('social', ['chat'])])).toMatch(
      /^REGISTRY_PACKAGE_NOT_FOUND: chat requires presence: .*presence/u,
    );
  });

  test('refuses a required name that looks like a known plugin', async () => {
    publish('auth-jtw');
    expect(await refused([folderOf('social', ['auth-jtw'])])).toMatch(/^PLUGIN_LOOKALIKE: social requires auth-jtw/u);
    expect(registry.received).toEqual([]);
  });

  test('names the plugin that requires a denied plugin', async () => {
    obey({ plugins: { rules: { 'auth-jwt': { mode: 'blocked' }, chat: { mode: 'blocked' } } } });
    expect(await refused([folderOf('social', ['auth-jwt'])])).toMatch(/^POLICY_DENIED: social requires auth-jwt: /u);
    publish('chat');
    expect(await refused([folderOf('social', ['chat'])])).toMatch(/^POLICY_DENIED: social requires chat: /u);
    expect(registry.received).toEqual([]);
  });

  test('limits the number of plugins that it adds', async () => {
    const names = Array.from({ length: 25 }, (_, at) => `chain-${String.fromCodePoint(97 + at).repeat(4)}`);
    for (const [at, name] of names.entries()) publish(name, names.slice(at + 1, at + 2));
    expect(await refused([folderOf('social', names.slice(0, 1))])).toContain('PLUGIN_REQUIRES_TOO_MANY');
  });
});

describe('remove', () => {
  test('is refused while another plugin requires the plugin, with the command that removes both', async () => {
    await life.add([folderOf('social', ['auth-jwt'])], how);
    await life.add([folderOf('social-more', ['social'])], how);
    const before = treeHash(life.root);
    await expect(life.remove(['auth-jwt'], how)).rejects.toMatchObject({
      problems: [
        {
          code: 'PLUGIN_REQUIRED',
          message: 'social requires auth-jwt',
          hint: 'Remove them together: genlock remove social social-more auth-jwt',
        },
      ],
    });
    expect(treeHash(life.root)).toEqual(before);
    const planned = planProject({ cwd: life.root, add: [], remove: ['auth-jwt'] }, { ...quietPorts, ...how });
    expect(await codesOf(planned)).toEqual(['PLUGIN_REQUIRED']);
    await life.remove(['social', 'social-more', 'auth-jwt'], how);
    expect(written().plugins).toEqual({});
  });

  test('keeps the required plugin and states it, unless another plugin requires it', async () => {
    await life.add([folderOf('one', ['auth-jwt']), folderOf('two', ['auth-jwt'])], how);
    expect((await life.remove(['one'], how)).warnings).toEqual([]);
    const staying = ['auth-jwt, which two requires, stays installed. Remove it with: genlock remove auth-jwt'];
    const planned = await planProject({ cwd: life.root, add: [], remove: ['two'] }, { ...quietPorts, ...how });
    expect(planned.warnings).toEqual(staying);
    expect((await life.remove(['two'], how)).warnings).toEqual(staying);
    expect(Object.keys(written().plugins)).toEqual(['auth-jwt']);
  });

  test.each<readonly [string, (plugins: object) => object]>([
    ['removed', (plugins) => Object.fromEntries(Object.entries(plugins).filter(([name]) => name !== 'auth-jwt'))],
    ['disabled', (plugins) => ({ ...plugins, 'auth-jwt': { enabled: false, settings: {} } })],
  ])('sync refuses a required plugin that was %s in genlock.json', async (_, edit) => {
    await life.add([folderOf('social', ['auth-jwt'])], how);
    const { plugins, ...config } = written();
    writeFileSync(join(life.root, 'genlock.json'), JSON.stringify({ ...config, plugins: edit(plugins) }));
    expect(await codesOf(life.sync(how))).toEqual(['PLUGIN_REQUIRED']);
  });
});

describe('other commands', () => {
  test('init adds required plugins', async () => {
    const cwd = temporaryFolder();
    const root = join(cwd, 'shop');
    const request = { cwd, root, plugins: [folderOf('social', ['auth-jwt'])], dryRun: false, install: false };
    await initProject({ ...request, yes: true }, { ...quietPorts, env: how.env ?? {} });
    expect(Object.keys(JSON.parse(readFileSync(join(root, 'genlock.json'), 'utf8')).plugins)).toEqual([
      'auth-jwt',
      'social',
    ]);
    expect(existsSync(join(root, 'server/lib/auth/port.ts'))).toBe(true);
    expect((await initProject({ ...request, yes: true }, { ...quietPorts, env: how.env ?? {} })).status).toBe(
      'unchanged',
    );
  });

  test('list shows what requires what', async () => {
    await life.add([folderOf('social', ['auth-jwt'])], how);
    const cache = temporaryFolder();
    for (const list of [await listPlugins(life.root, cache), await listPlugins(life.root, cache)]) {
      expect(list.plugins.map(({ name, requires }) => [name, requires])).toEqual([
        ['auth-jwt', undefined],
        ['social', ['auth-jwt']],
      ]);
    }
  });

  test('why names the plugins that require a plugin', async () => {
    await life.add([folderOf('social', ['auth-jwt'])], how);
    const { reasons } = await explain({ cwd: life.root, place: 'server/lib/auth/port.ts' });
    expect(reasons).toMatchObject([{ name: 'auth-jwt', requiredBy: ['social'] }]);
  });

  test('plugin validate checks the plugin together with the bundled plugins that it requires', async () => {
    const folder = folderOf('social', ['auth-jwt', 'chat']);
    writeFileSync(join(folder, 'templates/client/social/name.ts'), 'export {};\n');
    mkdirSync(join(folder, 'templates/prisma'), { recursive: true });
    const model =
      'model Badge {\n  id String @id\n  userId String\n  user User @relation(fields: [userId], references: [id])\n}\n';
    writeFileSync(join(folder, 'templates/prisma/badge.prisma'), model);
    const { plugin, warnings } = await validatePlugin({ cwd: folder, folder }, { env: {}, clock: () => new Date(0) });
    expect(plugin.requires).toEqual(['auth-jwt', 'chat']);
    expect(warnings).toEqual(['social: checked without chat, which is not bundled with Genlock']);
  });
});
