import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { updatePlugins } from '../../src/flows/plugins/update.ts';
import { exampleArchive, publishExample } from '../support/example-archive.ts';
import { fakeRegistry, type FakeRegistry } from '../support/fake-registry.ts';
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

const publish = (version: string, note?: string): void =>
  publishExample(registry, 'guestbook', { version, ...(note !== undefined && { note }) });

const by = (name: string) => ({ manifest: { _npmUser: { name } } });
const locked = () => JSON.parse(readFileSync(join(life.root, 'genlock.lock.json'), 'utf8')).plugins.guestbook;

test('adds, updates and removes a package without remains', async () => {
  const before = treeHash(life.root);
  publish('1.0.0');
  publish('1.1.0');
  await life.add(['guestbook@~1.0'], online);
  expect(locked()).toMatchObject({ source: `registry:${registry.url}`, version: '1.0.0' });
  publish('1.0.3', 'newer');
  const { plugins } = await update();
  expect(plugins.map(({ name, version, change }) => [name, version, change])).toEqual([
    ['guestbook', '1.0.3', 'updated'],
  ]);
  await life.remove(['guestbook']);
  expect(treeHash(life.root)).toEqual(before);
});

const recorded = () => JSON.parse(readFileSync(join(life.root, 'genlock.json'), 'utf8')).plugins.guestbook.version;

test.each([
  ['guestbook', '^1.1.0'],
  ['guestbook@latest', '^1.1.0'],
  ['guestbook@next', '^2.0.0-beta.1'],
  ['guestbook@1.0.0', '1.0.0'],
  ['guestbook@^1', '^1'],
  ['guestbook@>=1.0 <2', '>=1.0 <2'],
])('add %s records %s', async (spec, range) => {
  publish('1.0.0');
  publishExample(registry, 'guestbook', { version: '2.0.0-beta.1', tag: 'next' });
  publish('1.1.0');
  await life.add([spec], online);
  expect(recorded()).toBe(range);
  expect((await life.sync()).status).toBe('unchanged');
});

test('update stays in the recorded range and lists the newer version', async () => {
  publish('1.0.0');
  await life.add(['guestbook@^1'], online);
  publish('1.2.0', 'in range');
  publish('2.0.0', 'outside');
  const inRange = await update();
  expect(locked().version).toBe('1.2.0');
  const newer = { name: 'guestbook', installed: '1.0.0', inRange: '1.2.0', newest: '2.0.0' };
  expect(inRange.newer).toEqual([newer]);
  expect((await update(online, ['guestbook'])).newer).toEqual([{ ...newer, installed: '1.2.0' }]);
  expect(recorded()).toBe('^1');
  // Control: a typed range replaces the recorded one.
  expect((await update(online, ['guestbook@^2'])).newer).toBeUndefined();
  expect([locked().version, recorded()]).toEqual(['2.0.0', '^2']);
});

/** Removes the recorded range from genlock.json. */
function withoutRange(): void {
  const file = join(life.root, 'genlock.json');
  const config = JSON.parse(readFileSync(file, 'utf8'));
  delete config.plugins.guestbook.version;
  writeFileSync(file, JSON.stringify(config, null, 2));
}

test('update without a recorded range takes the latest version', async () => {
  publish('1.0.0');
  await life.add(['guestbook'], online);
  withoutRange();
  publish('2.0.0', 'newer');
  await update();
  expect(locked().version).toBe('2.0.0');
  expect(recorded()).toBeUndefined();
});

test.each(['1.0.0', '^1', '~1.0'])('update guestbook@%s downgrades a newer version', async (range) => {
  publish('1.0.0');
  publish('2.0.0', 'newer');
  await life.add(['guestbook'], online);
  const { plugins } = await update(online, [`guestbook@${range}`]);
  expect(plugins).toMatchObject([{ version: '1.0.0', change: 'updated', before: { version: '2.0.0' } }]);
  expect([locked().version, recorded()]).toEqual(['1.0.0', range]);
});

test('a range without a version names the available versions', async () => {
  publish('1.0.0');
  publish('1.1.0');
  await life.add(['guestbook@1.0.0'], online);
  for (const attempt of [() => life.add(['guestbook@^3'], online), () => update(online, ['guestbook@^3'])]) {
    const error = await attempt().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'REGISTRY_VERSION_NOT_FOUND' });
    expect(String(error)).toContain('available: 1.1.0, 1.0.0; tags: "latest"');
  }
});

test('a folder replaces the recorded range, and has no other versions', async () => {
  publish('1.0.0');
  await life.add(['guestbook'], online);
  await life.add([examplePlugin('guestbook')], online);
  expect(recorded()).toBeUndefined();
  expect(await codesOf(update(online, ['guestbook@^2']))).toEqual(['USAGE']);
});

test('an archive is added by its path', async () => {
  const archive = join(temporaryFolder(), 'guestbook-1.0.0.tgz');
  writeFileSync(archive, exampleArchive('guestbook'));
  await life.add([archive]);
  expect(locked()).toMatchObject({ source: `archive:${archive}`, version: '1.0.0' });
  expect((await life.sync()).status).toBe('unchanged');
});

test('the migration of a plugin with a scope has a name one can type', async () => {
  const archive = join(temporaryFolder(), 'acme-guestbook-1.0.0.tgz');
  writeFileSync(archive, exampleArchive('guestbook', { name: '@acme/guestbook' }));
  const { steps } = await life.add([archive]);
  expect(steps.map(({ command }) => /--name (.+)$/u.exec(command)?.[1] ?? '')).toContain('add-acme-guestbook');
});

test('a project leads to no registry that only it knows, by its .npmrc or its policy', async () => {
  publish('1.0.0');
  const env = { HOME: temporaryFolder() };
  const npmrc = join(life.root, '.npmrc');
  const before = readFileSync(npmrc, 'utf8');
  const leads = {
    '.npmrc': `${before}registry=${registry.url}\n`,
    'genlock.policy.json': JSON.stringify({ version: 1, registries: { default: registry.url } }),
  };
  for (const [file, text] of Object.entries(leads)) {
    const asked = registry.received.length;
    writeFileSync(join(life.root, file), text);
    expect(await codesOf(life.add(['guestbook'], { ...online, env }))).toEqual(['REGISTRY_NOT_ALLOWED']);
    // npm passes settings of the file on as variables. That does not make the registry trusted.
    const passedOn = file === '.npmrc' ? { ...env, npm_config_registry: registry.url } : env;
    expect(await codesOf(life.add(['guestbook'], { ...online, env: passedOn }))).toEqual(['REGISTRY_NOT_ALLOWED']);
    expect(registry.received).toHaveLength(asked);
    // A registry for which the user has a token is trusted.
    writeFileSync(join(env.HOME, '.npmrc'), `${registry.url.replace('http:', '')}:_authToken=known\n`);
    expect((await life.add(['guestbook'], { ...online, env })).status).toBe('changed');
    await life.remove(['guestbook']);
    writeFileSync(join(env.HOME, '.npmrc'), '');
    if (file === '.npmrc') writeFileSync(npmrc, before);
  }
});

test('needs consent for a package, even if its name was typed', async () => {
  publish('1.0.0');
  const before = treeHash(life.root);
  expect(await codesOf(life.add(['guestbook'], { ...online, yes: false }))).toEqual(['CONSENT_NEEDED']);
  expect(treeHash(life.root)).toEqual(before);
});

test('the bytes that are pinned are had again, from the cache or the registry, and no others', async () => {
  publish('1.0.0');
  await life.add(['guestbook'], online);
  const asked = registry.received.length;
  const config = join(life.root, 'genlock.json');
  const renamed = readFileSync(config, 'utf8').replace('"file"', '"relational"');
  writeFileSync(config, renamed);
  // Another database kind is a different input: the plugin runs again, from the cache.
  expect((await life.sync({ ...online, network: false })).status).toBe('changed');
  expect(registry.received).toHaveLength(asked);

  writeFileSync(config, readFileSync(config, 'utf8').replace('"relational"', '"file"'));
  const elsewhere = { ...online.env, HOME: temporaryFolder() };
  expect(await codesOf(life.sync({ ...online, network: false, env: elsewhere }))).toEqual(['REGISTRY_OFFLINE']);
  publish('1.0.0', 'swapped');
  expect(await codesOf(life.sync({ ...online, env: elsewhere }))).toEqual(['REGISTRY_INTEGRITY_MISMATCH']);
});

test('a lockfile leads to no twin of a scope that is bound, though its bytes are the pinned ones', async () => {
  await using own = await fakeRegistry();
  for (const [at, note] of [[own], [registry, 'a twin']] as const) {
    publishExample(at, 'guestbook', { name: '@acme/guestbook', ...(note !== undefined && { note }) });
  }
  const bound = { ...online.env, 'npm_config_@acme:registry': own.url };
  await life.add(['@acme/guestbook'], { ...online, env: bound });
  const file = join(life.root, 'genlock.lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const twin = exampleArchive('guestbook', { name: '@acme/guestbook', note: 'a twin' });
  const integrity = `sha512-${createHash('sha512').update(twin).digest('base64')}`;
  Object.assign(lock.plugins['@acme/guestbook'], { source: `registry:${registry.url}`, integrity });
  writeFileSync(file, JSON.stringify(lock));
  const config = join(life.root, 'genlock.json');
  writeFileSync(config, readFileSync(config, 'utf8').replace('"file"', '"relational"'));
  expect(await codesOf(life.sync({ ...online, env: bound }))).toEqual(['REGISTRY_NOT_ALLOWED']);
  expect(registry.received).toEqual([]);
  // Control: without a binding of the scope.
  expect((await life.sync(online)).status).toBe('changed');
});

const update = (how: How = online, plugins: readonly string[] = []) =>
  updatePlugins(
    { cwd: life.root, yes: how.yes === true, dryRun: false, install: false, network: true, plugins },
    { ...quietPorts, ...how },
  );

test('update requests a plugin of an unconfigured scope from no public registry', async () => {
  publishExample(registry, 'guestbook', { name: '@acme/guestbook' });
  await life.add(['@acme/guestbook'], online);
  const elsewhere = { ...online, env: { HOME: String(online.env?.['HOME']) } };
  expect(await codesOf(update(elsewhere))).toEqual(['REGISTRY_NOT_ALLOWED']);
  // Control: with the registry of the scope.
  const bound = { ...elsewhere, env: { ...elsewhere.env, 'npm_config_@acme:registry': registry.url } };
  expect((await update(bound)).status).toBe('unchanged');
});

const publishBy = (version: string, name: string) =>
  registry.publish({ name: 'guestbook', version, archive: exampleArchive('guestbook', { version }), ...by(name) });

test('needs consent for another publisher, even without new permissions', async () => {
  publishBy('1.0.0', 'ada');
  const { plugins: shown } = await life.add(['guestbook'], online);
  expect(shown.map(({ source, release }) => ({ source, release }))).toEqual([
    {
      source: `registry:${registry.url}`,
      release: { publisher: 'ada', publishedAt: expect.any(String), signatures: 'absent', provenance: 'absent' },
    },
  ]);
  expect(locked().release).toMatchObject({ publisher: 'ada', trust: { signatures: 'absent', provenance: 'absent' } });
  const quiet = { ...online, yes: false };
  publishBy('1.0.1', 'ada');
  expect((await update(quiet)).status).toBe('changed');
  publishBy('1.0.2', 'eve');
  expect(await codesOf(update(quiet))).toEqual(['CONSENT_NEEDED']);
  const { plugins } = await update();
  expect(plugins.map(({ asks, origin }) => ({ asks, origin }))).toEqual([
    { asks: true, origin: [{ what: 'publisher', before: 'ada', after: 'eve' }] },
  ]);
  expect(locked().release.publisher).toBe('eve');
});

test('refuses a downgrade after a registry removed versions, unless the user names the version', async () => {
  publish('1.2.0');
  await life.add(['guestbook'], online);
  await using emptied = await fakeRegistry();
  emptied.publish({ name: 'guestbook', version: '1.0.0', archive: exampleArchive('guestbook') });
  const there = { ...online, env: { ...online.env, npm_config_registry: emptied.url } };
  expect(await codesOf(update(there, ['guestbook']))).toEqual(['REGISTRY_VERSION_NOT_FOUND']);
  expect(await codesOf(update(there, ['guestbook@latest']))).toEqual(['REGISTRY_DOWNGRADE']);
  expect(await update(there)).toMatchObject({ status: 'unchanged', warnings: [expect.stringContaining('1.2.0')] });
  expect(await codesOf(life.add(['guestbook@^1'], there))).toEqual(['REGISTRY_DOWNGRADE']);
  expect(await codesOf(life.add(['guestbook@1.0.0'], { ...there, yes: false }))).toEqual(['CONSENT_NEEDED']);
  const { plugins } = await life.add(['guestbook@1.0.0'], there);
  expect(plugins[0]?.origin).toEqual([
    { what: 'downgrade', before: '1.2.0', after: '1.0.0' },
    { what: 'registry', before: `registry:${registry.url}`, after: `registry:${emptied.url}` },
  ]);
  expect(locked().version).toBe('1.0.0');
});

test('does not overwrite the changes of another command that ran during the download', async () => {
  publish('1.0.0');
  await life.add(['guestbook'], online);
  publish('1.0.1');
  const file = join(life.root, 'genlock.lock.json');
  const before = readFileSync(file, 'utf8');
  const meanwhile = (text: string) => ({ ...online, progress: () => writeFileSync(file, text) });
  const other = `${before}\n`;
  expect(await codesOf(update(meanwhile(other)))).toEqual(['PROJECT_CHANGED_SINCE_PLAN']);
  expect(readFileSync(file, 'utf8')).toBe(other);
  // Control: with the previous content, the update succeeds.
  writeFileSync(file, before);
  expect((await update()).status).toBe('changed');
});

test('a plugin that is ahead of its registry’s latest stays, and the others come', async () => {
  const next = { name: 'guestbook', version: '2.0.0-rc.1', tag: 'next' };
  publish('1.0.0');
  registry.publish({ ...next, archive: exampleArchive('guestbook', { version: next.version }) });
  publishExample(registry, 'page-views');
  await life.add(['guestbook@next', 'page-views'], online);
  publishExample(registry, 'page-views', { version: '1.0.1' });
  withoutRange();
  const { status, plugins, warnings } = await update();
  expect([status, plugins.map(({ name }) => name)]).toEqual(['changed', ['page-views']]);
  expect(warnings).toEqual([expect.stringContaining('guestbook')]);
  expect(locked().version).toBe('2.0.0-rc.1');
});

test('shows a deprecation message and the progress of a slow download', async () => {
  const manifest = { deprecated: 'use chat instead' };
  const archive = exampleArchive('guestbook');
  registry.publish({
    name: 'guestbook',
    version: '1.0.0',
    archive,
    manifest: { ...manifest, padding: 'x'.repeat(600_000) },
  });
  const said: string[] = [];
  const { warnings } = await life.add(['guestbook'], {
    ...online,
    progress: (...words) => void said.push(words.join(' ')),
  });
  expect(warnings).toEqual([expect.stringContaining('use chat instead')]);
  expect(said.filter((message) => /^Downloading guestbook \d+ KiB$/u.test(message)).length).toBeGreaterThan(0);
});
