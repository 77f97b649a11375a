/** Any user can publish a package with the name of a bundled plugin, so no registry is queried for these names. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditProject } from '../../src/flows/policy/audit.ts';
import { updatePlugins } from '../../src/flows/plugins/update.ts';
import { pluginInfo, searchPlugins } from '../../src/flows/registry/search.ts';
import { publishExample } from '../support/example-archive.ts';
import { json, type FakeRegistry } from '../support/fake-registry.ts';
import { codesOf, examplePlugin, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { newOnlineLife } from '../support/online-life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

let registry: FakeRegistry;
let life: Life;
let online: How;
beforeEach(async () => {
  ({ registry, life, online } = await newOnlineLife());
});
afterEach(() => registry[Symbol.asyncDispose]());

const reserved = ['PLUGIN_NAME_RESERVED'];
const ports = () => ({ ...quietPorts, ...online });

/** Installs a plugin from the registry and renames it in the lockfile. */
async function forgeLockfile(name: string): Promise<void> {
  publishExample(registry, 'guestbook', { name: 'guestbook' });
  await life.add(['guestbook'], online);
  for (const file of ['genlock.lock.json', 'genlock.json'].map((path) => join(life.root, path))) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"guestbook"', JSON.stringify(name)));
  }
  publishExample(registry, 'guestbook', { name });
}

test.each(['auth-nextauth@latest', 'auth-nextauth@1.0.0', 'auth-nextauth@^1', 'auth-jwt@1.0.0', 'base@1.0.0'])(
  'add %s queries no registry and changes no file',
  async (spec) => {
    publishExample(registry, 'guestbook', { name: spec.replace(/@.*/u, '') });
    const before = treeHash(life.root);
    expect(await codesOf(life.add([spec], online))).toEqual(reserved);
    expect(registry.received).toEqual([]);
    expect(treeHash(life.root)).toEqual(before);
  },
);

test('control: a name that is not reserved is requested and installed', async () => {
  publishExample(registry, 'guestbook', { name: 'next-sign-in' });
  await life.add(['next-sign-in'], online);
  expect(registry.received.map(({ path }) => path)).toContain('/next-sign-in');
});

test('the scope of a company is not affected', async () => {
  publishExample(registry, 'guestbook', { name: '@acme/auth-nextauth' });
  await life.add(['@acme/auth-nextauth'], online);
  expect(readFileSync(join(life.root, 'genlock.lock.json'), 'utf8')).toContain('@acme/auth-nextauth');
});

test.each(['auth-nextauth', 'auth-jwt'])('a lockfile with %s from a registry causes no request', async (name) => {
  await forgeLockfile(name);
  const before = registry.received.length;
  const request = { cwd: life.root, yes: true, dryRun: false, install: false, network: true };
  expect(await codesOf(updatePlugins({ ...request, plugins: [] }, ports()))).toEqual(reserved);
  expect(await codesOf(updatePlugins({ ...request, plugins: [name] }, ports()))).toEqual(reserved);
  expect(registry.received).toHaveLength(before);
});

test('audit does not send such a name to a registry', async () => {
  const folder = join(temporaryFolder(), 'plugin');
  cpSync(examplePlugin('legal-pages'), folder, { recursive: true });
  for (const file of ['manifest.json', 'package.json'].map((name) => join(folder, name))) {
    writeFileSync(file, readFileSync(file, 'utf8').replace('"legal-pages"', '"auth-nextauth"'));
  }
  await life.add([folder]);
  const lockfile = join(life.root, 'genlock.lock.json');
  const forged = readFileSync(lockfile, 'utf8').replace(/"folder:[^"]*"/u, JSON.stringify(`registry:${registry.url}`));
  expect(forged).toContain('"registry:');
  writeFileSync(lockfile, forged);
  const before = registry.received.length;
  const audit = await auditProject({ cwd: life.root, offline: false, level: 'low' }, ports());
  const unchecked = [{ names: ['auth-nextauth'], reason: expect.stringContaining('reserved') }];
  expect(audit.advisories).toMatchObject({ checked: false, unchecked: expect.arrayContaining(unchecked) });
  expect(audit.releases).toEqual({ checked: false, changed: [], unchecked });
  expect(registry.received.slice(before)).toEqual([]);
});

const found = (name: string) => ({ package: { name, version: '1.0.0', keywords: ['genlock-plugin'] } });

test('search and info do not send such a name, and results do not contain one', async () => {
  const at = { cwd: life.root };
  expect(await codesOf(searchPlugins({ ...at, words: ['auth-nextauth'], all: true }, ports()))).toEqual(reserved);
  expect(await pluginInfo({ ...at, spec: 'auth-nextauth' }, ports())).not.toHaveProperty('registry');
  expect(await codesOf(pluginInfo({ ...at, spec: 'auth-nextauth@latest' }, ports()))).toEqual(reserved);
  expect(await codesOf(pluginInfo({ ...at, spec: 'auth-jwt@1' }, ports()))).toEqual(reserved);
  expect(registry.received).toEqual([]);
  registry.answer('/-/v1/search?text=nextauth&size=50', (_, response) =>
    json(response, { objects: ['auth-nextauth', 'next-sign-in'].map(found) }),
  );
  const { plugins } = await searchPlugins({ ...at, words: ['nextauth'], all: true }, ports());
  expect(plugins.map(({ name }) => name)).toEqual(['next-sign-in']);
});
