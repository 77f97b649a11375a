/** Tests the npm packages of plugins: the checks of policies, and the queried registries. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChangePreview } from '../../src/engine/change.ts';
import { initProject } from '../../src/flows/project/init.ts';
import { fakeRegistry, type FakeRegistry, type FakeRelease } from '../support/fake-registry.ts';
import { codesOf, examplePlugin, newLife, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

let registry: FakeRegistry;
let life: Life;
let online: How;
let folder: string;
let policy: string;

beforeEach(async () => {
  registry = await fakeRegistry();
  life = await newLife();
  policy = join(temporaryFolder(), 'policy.json');
  const env = { HOME: temporaryFolder(), npm_config_registry: registry.url, GENLOCK_POLICY: policy };
  online = { network: true, yes: true, env };
  folder = join(temporaryFolder(), 'guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  needs({ 'date-fns': '^4.1.0' });
  obey({});
});
afterEach(() => registry[Symbol.asyncDispose]());

function needs(dependencies: Readonly<Record<string, string>>): void {
  const file = join(folder, 'manifest.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), dependencies }));
}

const obey = (rules: object) => writeFileSync(policy, JSON.stringify({ version: 1, ...rules }));
const release = (version: string, more: Partial<FakeRelease> = {}) =>
  registry.publish({ name: 'date-fns', version, archive: Buffer.from(version), ...more });
const old = '2025-12-01T00:00:00.000Z';
const young = '2025-12-31T12:00:00.000Z';
const aged = { dependencies: { minAge: '3d' } };

test('queries no registry without a package policy, or for a plugin without packages', async () => {
  await life.add([folder], online);
  obey(aged);
  await life.add([examplePlugin('reports')], online);
  // The package of an installed plugin is not new.
  await life.sync(online);
  expect(registry.received).toEqual([]);
});

test('checks the age of the version that npm would install, and shows it', async () => {
  obey(aged);
  release('4.1.0', { time: old });
  release('4.2.0', { time: young });
  const before = treeHash(life.root);
  expect(await codesOf(life.add([folder], online))).toEqual(['POLICY_DENIED']);
  expect(treeHash(life.root)).toEqual(before);
  // The tag takes precedence over newer versions, as in npm.
  release('4.1.1', { time: old });
  const previews: ChangePreview[] = [];
  const { plugins } = await life.add([folder], { ...online, preview: (shown) => void previews.push(shown) });
  const packages = [{ name: 'date-fns', range: '^4.1.0', version: '4.1.1', publishedAt: old, installScripts: false }];
  expect(plugins).toMatchObject([{ packages }]);
  expect(previews[0]?.plugins).toEqual(plugins);
  const asked = registry.received.length;
  needs({ 'date-fns': '^4.1.0', zod: '^4.0.0' });
  registry.publish({ name: 'zod', version: '4.9.0', archive: Buffer.from(''), time: young });
  expect(await codesOf(life.add([folder], online))).toEqual(['POLICY_DENIED']);
  // Only the new package is queried.
  expect(registry.received.slice(asked).map(({ path }) => path)).toEqual(['/zod']);
});

test('refuses packages with an unknown age, unknown packages and unreachable registries', async () => {
  obey(aged);
  // The user did not type the name, so the message contains the reason for the query.
  await expect(life.add([folder], online)).rejects.toMatchObject({
    code: 'REGISTRY_PACKAGE_NOT_FOUND',
    message: expect.stringContaining('policy'),
  });
  release('3.0.0');
  expect(await codesOf(life.add([folder], online))).toEqual(['REGISTRY_VERSION_NOT_FOUND']);
  release('4.1.0', { time: null });
  expect(await codesOf(life.add([folder], online))).toEqual(['POLICY_DENIED']);
  const elsewhere = { ...online.env, HOME: temporaryFolder() };
  expect(await codesOf(life.add([folder], { ...online, env: elsewhere, network: false }))).toEqual([
    'REGISTRY_OFFLINE',
  ]);
  obey({ ...aged, registries: { allow: ['https://plugins.example/'] } });
  const asked = registry.received.length;
  expect(await codesOf(life.add([folder], online))).toEqual(['REGISTRY_NOT_ALLOWED']);
  expect(registry.received).toHaveLength(asked);
  obey({ ...aged, freshness: { missingTime: 'allow' } });
  expect((await life.add([folder], online)).status).toBe('changed');
});

test('queries packages at the npm registry, not at the registry that a policy sets for plugins', async () => {
  await using chosen = await fakeRegistry();
  release('4.1.0', { time: old });
  obey({ ...aged, registries: { default: chosen.url } });
  expect((await life.add([folder], online)).status).toBe('changed');
  expect(chosen.received).toEqual([]);
});

test.each(['only', 'prefer'])('a mirror (%s) is for plugins: npm does not know of it', async (mode) => {
  await using mirror = await fakeRegistry();
  release('4.1.0', { time: old });
  obey({ ...aged, registries: { mirror: { mode, url: mirror.url } } });
  expect((await life.add([folder], online)).status).toBe('changed');
  expect([registry.received.length, mirror.received.length]).toEqual([1, 0]);
});

test('a folder that replaces all plugin registries is not used for packages', async () => {
  release('4.1.0', { time: old });
  obey({ ...aged, registries: { mirror: { mode: 'only', path: temporaryFolder() } } });
  const { plugins } = await life.add([folder], online);
  expect(plugins).toMatchObject([{ packages: [{ version: '4.1.0', publishedAt: old }] }]);
});

test('install scripts have to be listed', async () => {
  release('4.1.0', { manifest: { hasInstallScript: true } });
  obey({ scripts: { allow: ['sharp'] } });
  expect(await codesOf(life.add([folder], online))).toEqual(['POLICY_DENIED']);
  obey({ scripts: { allow: ['date-fns@4.1.0'] } });
  expect((await life.add([folder], online)).plugins).toMatchObject([{ packages: [{ installScripts: true }] }]);
  // Genlock still runs no install script.
  expect(readFileSync(join(life.root, '.npmrc'), 'utf8')).toContain('ignore-scripts=true');
});

test('init refuses a plugin with packages below the minimum age', async () => {
  obey(aged);
  release('4.1.0', { time: young });
  const cwd = temporaryFolder();
  const request = { cwd, root: join(cwd, 'app'), database: 'file', yes: true, dryRun: false, install: false } as const;
  const ports = { ...quietPorts, env: online.env ?? {} };
  expect(await codesOf(initProject({ ...request, plugins: [folder] }, ports))).toEqual(['POLICY_DENIED']);
});
