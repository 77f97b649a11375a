import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deprecatePlugin } from '../../src/flows/author/deprecate.ts';
import { pluginInfo, searchPlugins } from '../../src/flows/registry/search.ts';
import { packageOf } from '../support/archives.ts';
import { fakeRegistry, json, type FakeRegistry } from '../support/fake-registry.ts';
import { codesOf } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';

let registry: FakeRegistry;
let ports: { env: Record<string, string>; clock: () => Date };
let cwd: string;
beforeEach(async () => {
  cwd = temporaryFolder();
  registry = await fakeRegistry();
  ports = {
    env: { HOME: temporaryFolder(), npm_config_registry: registry.url },
    clock: () => new Date('2026-06-01T12:00:00Z'),
  };
  for (const version of ['1.0.0', '1.1.0', '2.0.0']) {
    registry.publish({
      name: 'chat',
      version,
      archive: packageOf({ 'package.json': JSON.stringify({ name: 'chat', version }) }),
      manifest: { _npmUser: { name: 'ada' } },
    });
  }
});
afterEach(() => registry[Symbol.asyncDispose]());

const found = (name: string, keywords?: readonly string[]) => ({ package: { name, version: '1.0.0', keywords } });
/** Search result in the format of Verdaccio. */
const taggedOnly = { name: 'late', 'dist-tags': { latest: '1.0.0' }, keywords: ['genlock-plugin'] };
const names = async (all: boolean) =>
  (await searchPlugins({ cwd, words: ['chat'], all }, ports)).plugins.map(({ name }) => name);

test('shows the metadata of a plugin, and whether its package has a report', async () => {
  const info = await pluginInfo({ cwd, spec: 'chat@^1' }, ports);
  expect(info).toMatchObject({ name: 'chat', version: '1.1.0', publisher: 'ada', registry: registry.url });
  expect(info).toMatchObject({
    publishedAt: '2024-11-01T00:00:00.000Z',
    tests: { state: 'absent' },
    trust: { signatures: 'absent', provenance: 'absent' },
  });
  expect(registry.received.map(({ path }) => path)).toEqual(['/chat', expect.stringContaining('chat-1.1.0')]);
  expect(await codesOf(pluginInfo({ cwd, spec: 'other' }, ports))).toEqual(['REGISTRY_PACKAGE_NOT_FOUND']);
});

test('reports an unreachable registry instead of using a cached response', async () => {
  const path = '/-/v1/search?text=chat&size=50';
  registry.answer(path, (_, response) => json(response, { objects: [found('chat')] }));
  const asks = [
    () => pluginInfo({ cwd, spec: 'chat' }, ports),
    () => pluginInfo({ cwd, spec: 'chat@1.0.0' }, ports),
    () => searchPlugins({ cwd, words: ['chat'], all: true }, ports),
  ];
  // Control: all of them are answered, and kept.
  for (const ask of asks) await ask();
  await registry[Symbol.asyncDispose]();
  for (const ask of asks) expect(await codesOf(ask())).toEqual(['REGISTRY_UNREACHABLE']);
});

test('reports the relations to other plugins, unless the manifest is not valid', async () => {
  const manifest = {
    name: 'chat',
    version: '1.0.2',
    description: 'Chat.',
    license: 'MIT',
    frameworks: ['express'],
    databases: ['file'],
    category: 'feature',
    tier: 'public',
    requires: ['auth-jwt'],
    extends: 'auth',
  };
  for (const [version, name] of [
    ['1.0.2', 'chat'],
    ['1.0.3', '../chat'],
  ] as const) {
    const archive = packageOf({
      'package.json': JSON.stringify({ name: 'chat', version }),
      'manifest.json': JSON.stringify({ ...manifest, name, version }),
    });
    registry.publish({ name: 'chat', version, archive });
  }
  const relations = { requires: ['auth-jwt'], extends: 'auth' };
  expect(await pluginInfo({ cwd, spec: 'chat@1.0.2' }, ports)).toMatchObject(relations);
  const invalid = await pluginInfo({ cwd, spec: 'chat@1.0.3' }, ports);
  expect(Object.keys(invalid)).not.toContain('requires');
  expect(invalid.tests).toEqual({ state: 'absent' });
});

test('a long word of a publisher against a version is cut, not left out', async () => {
  const deprecated = `Use 2: ${'x'.repeat(100_000)}`;
  registry.publish({ name: 'chat', version: '1.0.1', archive: packageOf({}), manifest: { deprecated } });
  const info = await pluginInfo({ cwd, spec: 'chat@1.0.1' }, ports);
  expect(info.deprecated).toBe(deprecated.slice(0, 4096));
});

test('finds plugins, and other packages only on request', async () => {
  registry.answer('/-/v1/search?text=chat+keywords:genlock-plugin&size=50', (_, response) =>
    json(response, { objects: [found('chat', ['genlock-plugin']), found('other', ['chat']), found('bare')] }),
  );
  registry.answer('/-/v1/search?text=chat&size=50', (_, response) => json(response, { objects: [found('other')] }));
  expect(await names(false)).toEqual(['chat']);
  expect(await names(true)).toEqual(['other']);
  registry.answer('/-/v1/search?text=chat+keywords:genlock-plugin&size=50', (_, response) =>
    json(response, { objects: [] }),
  );
  registry.answer('/-/v1/search?text=chat&size=250', (_, response) =>
    json(response, { objects: [{ package: taggedOnly }, found('other', ['chat'])] }),
  );
  expect(await names(false)).toEqual(['late']);
  registry.answer('/-/v1/search?text=chat&size=50', (_, response) => json(response, { objects: 7 }));
  expect(await codesOf(names(true))).toEqual(['REGISTRY_ANSWER_INVALID']);
});

const answers = (at: FakeRegistry, ...packages: readonly object[]) =>
  at.answer('/-/v1/search?text=chat&size=50', (_, response) => json(response, { objects: packages }));

test('searches the registries of scopes, and lists only what add would request from the same registry', async () => {
  await using scoped = await fakeRegistry();
  answers(registry, found('chat'), found('@acme/twin'));
  answers(scoped, found('@acme/chat'), found('chat'));
  const env = { ...ports.env, 'npm_config_@acme:registry': scoped.url };
  const search = (more: Record<string, string>) =>
    searchPlugins({ cwd, words: ['chat'], all: true }, { ...ports, env: { ...env, ...more } });
  const { registries, plugins } = await search({});
  expect(registries).toEqual([{ registry: registry.url }, { registry: scoped.url }]);
  expect(plugins.map(({ name, registry: at }) => [name, at])).toEqual([
    ['chat', registry.url],
    ['@acme/chat', scoped.url],
  ]);
  scoped.answer('/-/v1/search?text=chat&size=50', (_, response) => json(response, {}, 404));
  expect((await search({})).registries).toEqual([
    { registry: registry.url },
    { registry: scoped.url, problem: expect.stringContaining('does not have a search') },
  ]);
});

test('without a default registry, searches only the registry of the scope', async () => {
  const path = '/-/v1/search?text=chat&size=50';
  registry.answer(path, (_, response) => json(response, { objects: [found('@acme/chat')] }));
  const env = { HOME: temporaryFolder(), 'npm_config_@acme:registry': registry.url };
  const { registries } = await searchPlugins({ cwd, words: ['chat'], all: true }, { ...ports, env });
  expect(registries).toEqual([{ registry: registry.url }]);
});

test('deprecates versions, keeps their other fields, and undoes it', async () => {
  const packument = {
    name: 'chat',
    _rev: '7',
    'dist-tags': { latest: '2.0.0' },
    versions: {} as Record<string, object>,
  };
  for (const version of ['1.0.0', '1.1.0', '2.0.0'])
    packument.versions[version] = { name: 'chat', version, keep: true };
  const bodies: { versions: Record<string, { deprecated?: string }> }[] = [];
  registry.answer('/chat?write=true', (_, response) => json(response, packument));
  registry.answer('/chat', (request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => (text += piece.toString()));
    request.on('end', () => {
      bodies.push(JSON.parse(text));
      json(response, { ok: true });
    });
  });
  const said = async (spec: string, message: string) => (await deprecatePlugin({ cwd, spec, message }, ports)).versions;
  expect(await said('chat@<2', 'use 2')).toEqual(['1.0.0', '1.1.0']);
  expect(bodies[0]).toMatchObject({ _rev: '7', 'dist-tags': { latest: '2.0.0' } });
  expect(bodies[0]?.versions).toEqual({
    '1.0.0': { name: 'chat', version: '1.0.0', keep: true, deprecated: 'use 2' },
    '1.1.0': { name: 'chat', version: '1.1.0', keep: true, deprecated: 'use 2' },
    '2.0.0': { name: 'chat', version: '2.0.0', keep: true },
  });
  expect(await said('chat@1.0.0', '')).toEqual(['1.0.0']);
  expect(bodies[1]?.versions['1.0.0']?.deprecated).toBe('');
  expect(await said('chat', 'gone')).toHaveLength(3);
  expect(await codesOf(said('chat@9', 'gone'))).toEqual(['REGISTRY_VERSION_NOT_FOUND']);
  for (const tagged of ['chat@next', 'chat@latest']) {
    expect(await codesOf(said(tagged, 'gone'))).toEqual(['REGISTRY_SPEC_INVALID']);
  }
  expect(await said('chat@*', 'gone')).toHaveLength(3);
  const policy = join(cwd, 'policy.json');
  writeFileSync(policy, JSON.stringify({ version: 1, publish: { scopes: ['@acme'] } }));
  const sent = bodies.length;
  const bound = { ...ports, env: { ...ports.env, GENLOCK_POLICY: policy } };
  expect(await codesOf(deprecatePlugin({ cwd, spec: 'chat', message: 'x' }, bound))).toEqual(['POLICY_DENIED']);
  expect(bodies).toHaveLength(sent);
  const nobody = { ...ports, env: { HOME: temporaryFolder() } };
  expect(await codesOf(deprecatePlugin({ cwd, spec: 'chat', message: 'x' }, nobody))).toEqual([
    'PUBLISH_PLACE_UNKNOWN',
  ]);
});

/** Writes a policy of the user whose mirror replaces every registry. */
function obey(mirror: object): void {
  const folder = join(String(ports.env['HOME']), '.config/genlock');
  mkdirSync(folder, { recursive: true });
  const policy = { version: 1, registries: { mirror: { mode: 'only', ...mirror } } };
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy));
}

describe('with a mirror that replaces every registry', () => {
  test('shows a plugin of the mirror, although npm does not know the mirror', async () => {
    await using own = await fakeRegistry();
    obey({ url: registry.url });
    const configured = { ...ports, env: { ...ports.env, npm_config_registry: own.url } };
    const info = await pluginInfo({ cwd, spec: 'chat' }, configured);
    expect(info).toMatchObject({ version: '2.0.0', registry: own.url, mirror: registry.url });
    expect(own.received).toEqual([]);
  });

  test('a folder cannot be searched', async () => {
    const folder = temporaryFolder();
    obey({ path: folder });
    await expect(searchPlugins({ cwd, words: ['chat'], all: true }, ports)).rejects.toMatchObject({
      code: 'REGISTRY_NOT_ALLOWED',
      message: expect.stringContaining(folder),
    });
    expect(registry.received).toEqual([]);
  });
});
