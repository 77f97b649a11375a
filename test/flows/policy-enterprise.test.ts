/**
 * Tests an organisation's policy in the life of a project: accepted and refused plugins, and the queried registries.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GenlockError } from '../../src/errors/error.ts';
import { listPlugins } from '../../src/flows/project/list.ts';
import { explainPlugin } from '../../src/flows/policy/explain.ts';
import { updatePlugins } from '../../src/flows/plugins/update.ts';
import { builders } from '../support/attestations.ts';
import { exampleArchive, publishExample } from '../support/example-archive.ts';
import { fakeRegistry, json, type FakeRegistry } from '../support/fake-registry.ts';
import { codesOf, examplePlugin, newLife, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

/** The public registry and the organisation's registry. */
let everybodys: FakeRegistry;
let own: FakeRegistry;
let life: Life;
let how: How;
let home: string;

beforeEach(async () => {
  [everybodys, own] = await Promise.all([fakeRegistry(), fakeRegistry()]);
  life = await newLife();
  home = temporaryFolder();
  how = { network: true, yes: true, env: { HOME: home, npm_config_registry: everybodys.url } };
});

afterEach(async () => {
  await Promise.all([everybodys, own].map((registry) => registry[Symbol.asyncDispose]()));
});

/** Writes the user's policy, which a project cannot relax. */
function obey(policy: object): void {
  mkdirSync(join(home, '.config/genlock'), { recursive: true });
  writeFileSync(join(home, '.config/genlock/policy.json'), JSON.stringify({ version: 1, ...policy }));
}

const inProject = (policy: object) =>
  writeFileSync(join(life.root, 'genlock.policy.json'), JSON.stringify({ version: 1, ...policy }));

const lockedPlugins = (): Record<string, { readonly version: string; readonly source: string }> =>
  JSON.parse(readFileSync(join(life.root, 'genlock.lock.json'), 'utf8')).plugins;

/** Code and key of everything a command is refused for. */
async function refusals(refused: Promise<unknown>): Promise<readonly (readonly [string, string | undefined])[]> {
  const problems = await refused.then(
    () => [],
    (error: unknown) => {
      if (error instanceof GenlockError) return error.problems;
      throw error;
    },
  );
  return problems.map(({ code, where }) => [code, where?.key]);
}

const baseline = () => ({
  registries: { allow: [own.url], default: own.url, scopes: { '@acme': own.url } },
  plugins: {
    default: 'deny',
    rules: {
      '@acme/*': { mode: 'allowed' },
      guestbook: { mode: 'allowed' },
      'page-views': { mode: 'allowed', until: '2026-02-01T00:00:00Z', reason: 'until ours is ready' },
    },
  },
  trust: {
    identities: [{ plugins: ['@acme/*'], issuer: 'https://ci.example', subject: 'https://git.example/acme/*' }],
  },
  freshness: { minAge: '3d' },
});

describe('one internal registry, names on a list, nothing young, proof for one scope', () => {
  beforeEach(() => obey(baseline()));

  test('adds a listed plugin from the organisation’s registry without a query to another registry', async () => {
    publishExample(own, 'guestbook');
    publishExample(everybodys, 'guestbook', { version: '9.0.0' });
    await life.add(['guestbook'], how);
    expect(lockedPlugins()['guestbook']).toMatchObject({ version: '1.0.0', source: `registry:${own.url}` });
    expect(everybodys.received).toEqual([]);
  });

  test('a public name is refused, and no registry hears of it', async () => {
    publishExample(everybodys, 'reports');
    const before = treeHash(life.root);
    expect(await refusals(life.add(['reports'], how))).toEqual([['POLICY_DENIED', 'plugins.default']]);
    expect([everybodys.received, own.received]).toEqual([[], []]);
    expect(treeHash(life.root)).toEqual(before);
    // Control: without the policy, the plugin is added.
    obey({});
    await life.add(['reports'], how);
    expect(lockedPlugins()['reports']).toMatchObject({ source: `registry:${everybodys.url}` });
  });

  test('a project can neither choose another registry nor allow another name', async () => {
    publishExample(everybodys, 'reports');
    publishExample(everybodys, 'guestbook');
    inProject({ registries: { default: everybodys.url, allow: [everybodys.url] }, plugins: { default: 'allow' } });
    expect(await refusals(life.add(['reports'], how))).toEqual([
      ['POLICY_DENIED', 'plugins.default'],
      ['POLICY_DENIED', 'registries.allow'],
    ]);
    expect(await refusals(life.add(['guestbook'], how))).toEqual([['POLICY_DENIED', 'registries.allow']]);
    expect(everybodys.received).toEqual([]);
  });

  test('does not download an archive from another registry', async () => {
    const tarball = new URL('/guestbook/-/guestbook-1.0.0.tgz', everybodys.url).href;
    publishExample(everybodys, 'guestbook');
    publishExample(own, 'guestbook', { dist: { tarball } });
    expect(await codesOf(life.add(['guestbook'], how))).toEqual(['REGISTRY_NOT_ALLOWED']);
    expect(everybodys.received).toEqual([]);
  });

  test('the newest release that is old enough is taken; a young one that is named is refused', async () => {
    publishExample(own, 'guestbook');
    publishExample(own, 'guestbook', { version: '1.1.0', time: '2025-12-30T00:00:00.000Z' });
    await life.add(['guestbook'], how);
    expect(lockedPlugins()['guestbook']?.version).toBe('1.0.0');
    await life.remove(['guestbook'], how);
    const refused = life.add(['guestbook@1.1.0'], how);
    await expect(refused).rejects.toMatchObject({ code: 'REGISTRY_TOO_YOUNG' });
    await expect(refused).rejects.toThrow(`${join(home, '.config/genlock/policy.json')}: freshness.minAge is 3d`);
  });

  test('refuses a plugin of the scope without provenance', async () => {
    publishExample(own, 'guestbook', { name: '@acme/guestbook' });
    expect(await refusals(life.add(['@acme/guestbook'], how))).toEqual([['POLICY_DENIED', 'trust.identities']]);
    obey({ ...baseline(), trust: {} });
    await life.add(['@acme/guestbook'], how);
    expect(Object.keys(lockedPlugins())).toContain('@acme/guestbook');
  });

  test('accepts a plugin of the scope only with the required provenance', async () => {
    const sigstore = await builders();
    const trust = { ...baseline().trust, provenance: 'required', trustedRoot: 'roots.json' };
    writeFileSync(join(home, '.config/genlock/roots.json'), JSON.stringify(sigstore.trustedRoot));
    const archive = exampleArchive('guestbook', { name: '@acme/guestbook' });
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    const path = '/-/npm/v1/attestations/@acme/guestbook@1.0.0';
    const dist = { attestations: { url: new URL(path, own.url).href } };
    own.publish({ name: '@acme/guestbook', version: '1.0.0', archive, dist });
    const builtBy = async (builder: string): Promise<void> => {
      const name = 'pkg:npm/%40acme/guestbook@1.0.0';
      const attestation = await sigstore.attest({ name, integrity, builder, issuer: 'https://ci.example' });
      own.answer(path, (_, response) => json(response, { attestations: [attestation] }));
    };
    obey({ ...baseline(), trust });
    await builtBy('https://git.example/evil/release');
    expect(await refusals(life.add(['@acme/guestbook'], how))).toEqual([['POLICY_DENIED', 'trust.identities']]);
    await builtBy('https://git.example/acme/release');
    await life.add(['@acme/guestbook'], how);
    expect(lockedPlugins()['@acme/guestbook']).toMatchObject({
      source: `registry:${own.url}`,
      release: { trust: { provenance: { subject: 'https://git.example/acme/release' } } },
    });
    expect((await life.sync(how)).status).toBe('unchanged');
    expect(everybodys.received).toEqual([]);
  });

  test('an exception expires, and then only removal is allowed', async () => {
    publishExample(own, 'page-views');
    await life.add(['page-views'], how);
    expect((await life.sync(how)).status).toBe('unchanged');
    const later = { ...how, clock: () => new Date('2026-03-01T00:00:00Z') };
    expect(await refusals(life.sync(later))).toEqual([['POLICY_DENIED', 'plugins.default']]);
    await life.remove(['page-views'], later);
    expect((await life.sync(later)).status).toBe('unchanged');
  });

  test('a bundled plugin is judged, too', async () => {
    expect(await refusals(life.add(['auth-jwt'], how))).toEqual([['POLICY_DENIED', 'plugins.default']]);
  });
});

const guestbook = examplePlugin('guestbook');

describe('content of a plugin', () => {
  test.each([
    ['permissions.deny', { permissions: { deny: ['route:unprotected'] } }],
    ['permissions.allow', { permissions: { allow: ['server-code', 'browser-code', 'model:*', 'route:unprotected'] } }],
    [
      'plugins.rules["guest*"].permissions.deny',
      { plugins: { rules: { 'guest*': { permissions: { deny: ['provider'] } } } } },
    ],
    ['sources.directory', { sources: { directory: 'deny' } }],
    ['licenses.allow', { licenses: { allow: ['ISC'] } }],
  ])('%s stops it, and nothing is written', async (key, policy) => {
    obey(policy);
    const before = treeHash(life.root);
    expect(await refusals(life.add([guestbook], how))).toEqual([['POLICY_DENIED', key]]);
    expect(treeHash(life.root)).toEqual(before);
  });

  test('a policy with ask needs consent even for a typed path', async () => {
    obey({ sources: { directory: 'ask' } });
    expect(await codesOf(life.add([guestbook], { ...how, yes: false }))).toEqual(['CONSENT_NEEDED']);
    await life.add([guestbook], how);
    // Controls: the plugin is installed as approved, and another policy does not ask.
    expect((await life.sync({ ...how, yes: false })).status).toBe('unchanged');
    await life.remove(['guestbook'], how);
    obey({});
    expect((await life.add([guestbook], { ...how, yes: false })).status).toBe('changed');
  });

  test('refuses archives above the limits of a policy', async () => {
    publishExample(everybodys, 'guestbook');
    obey({ limits: { packed: '1KB' } });
    expect(await codesOf(life.add(['guestbook'], how))).toEqual(['REGISTRY_TOO_LARGE']);
    obey({ limits: { entries: 2 } });
    expect(await codesOf(life.add(['guestbook'], how))).toEqual(['ARCHIVE_REFUSED']);
    obey({ limits: { packed: '1MB', entries: 200 } });
    expect((await life.add(['guestbook'], how)).status).toBe('changed');
  });

  test('a lockfile entry does not prove a plugin that runs again', async () => {
    publishExample(everybodys, 'guestbook');
    await life.add(['guestbook'], how);
    const lockfile = join(life.root, 'genlock.lock.json');
    const lied = readFileSync(lockfile, 'utf8').replace('"signatures": "absent"', '"signatures": "verified"');
    expect(lied).toContain('verified');
    writeFileSync(lockfile, lied);
    obey({ trust: { signatures: 'required' } });
    // Stored results are unchanged. Another database kind is a different input, so the plugin would run.
    expect((await life.sync(how)).status).toBe('unchanged');
    const config = join(life.root, 'genlock.json');
    writeFileSync(config, readFileSync(config, 'utf8').replace('"file"', '"relational"'));
    expect(await refusals(life.sync(how))).toEqual([['POLICY_DENIED', 'trust.signatures']]);
    obey({});
    expect((await life.sync(how)).status).toBe('changed');
  });

  test('a signature the registry has to give', async () => {
    publishExample(everybodys, 'guestbook');
    obey({ trust: { signatures: 'required' } });
    expect(await refusals(life.add(['guestbook'], how))).toEqual([['POLICY_DENIED', 'trust.signatures']]);
  });
});

test('refuses a major update, or requires consent', async () => {
  publishExample(everybodys, 'guestbook');
  await life.add(['guestbook'], how);
  publishExample(everybodys, 'guestbook', { version: '2.0.0' });
  const request = {
    cwd: life.root,
    yes: true,
    dryRun: false,
    install: false,
    network: true,
    plugins: ['guestbook@latest'],
  };
  obey({ updates: { major: 'deny' } });
  expect(await refusals(updatePlugins(request, { ...quietPorts, ...how }))).toEqual([
    ['POLICY_DENIED', 'updates.major'],
  ]);
  obey({ updates: { major: 'ask' } });
  expect(await codesOf(updatePlugins({ ...request, yes: false }, { ...quietPorts, ...how }))).toEqual([
    'CONSENT_NEEDED',
  ]);
  obey({ updates: { frozen: true } });
  expect(await refusals(updatePlugins(request, { ...quietPorts, ...how }))).toEqual([
    ['POLICY_DENIED', 'updates.frozen'],
  ]);
  obey({});
  expect((await updatePlugins(request, { ...quietPorts, ...how })).status).toBe('changed');
});

test('a required plugin must be installed, and its removal is allowed', async () => {
  obey({ plugins: { rules: { guestbook: { mode: 'required' } } } });
  expect(await refusals(life.sync(how))).toEqual([['POLICY_REQUIRED', 'plugins.rules.guestbook.mode']]);
  await life.add([guestbook], how);
  expect((await life.sync(how)).status).toBe('unchanged');
  await life.remove(['guestbook'], how);
  expect(await codesOf(life.sync(how))).toEqual(['POLICY_REQUIRED']);
});

describe('an unusable policy', () => {
  test.each([
    ['no JSON', 'x', 'POLICY_INVALID'],
    ['an unknown key', '{ "version": 1, "plugin": {} }', 'POLICY_INVALID'],
    ['a wrong type', '{ "version": 1, "sources": { "registry": true } }', 'POLICY_INVALID'],
    ['one that has expired', '{ "version": 1, "expires": "2025-01-01T00:00:00Z" }', 'POLICY_EXPIRED'],
    ['one for another Genlock', '{ "version": 1, "tool": { "min": "99.0.0" } }', 'POLICY_TOOL'],
  ])('%s: refuses to add, sync and update; remove, list and explain work', async (_, text, code) => {
    await life.add([guestbook], how);
    inProject({});
    writeFileSync(join(life.root, 'genlock.policy.json'), text);
    const ports = { ...quietPorts, ...how };
    const request = { cwd: life.root, yes: true, dryRun: false, install: false, plugins: [] };
    expect(await codesOf(life.add([examplePlugin('reports')], how))).toEqual([code]);
    expect(await codesOf(life.sync(how))).toEqual([code]);
    expect(await codesOf(updatePlugins(request, ports))).toEqual([code]);
    const explained = await explainPlugin({ cwd: life.root, plugin: 'guestbook' }, ports);
    expect(explained).toMatchObject({ verdict: 'allow', problems: [{ code }] });
    expect((await listPlugins(life.root)).plugins).toHaveLength(1);
    expect((await life.remove(['guestbook'], how)).status).toBe('changed');
  });
});

describe('the log a policy asks for', () => {
  test('contains a line for each plugin and every decision', async () => {
    const log = join(home, 'verdicts.jsonl');
    obey({ audit: { log }, permissions: { ask: ['provider'] } });
    await life.add([guestbook], how);
    obey({ audit: { log }, sources: { directory: 'deny' } });
    await codesOf(life.add([examplePlugin('reports')], how));
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { plugin: 'base', verdict: 'allow', verdicts: [] },
      {
        plugin: 'guestbook',
        version: '1.0.0',
        source: 'directory',
        verdict: 'ask',
        verdicts: [{ key: 'permissions.ask' }],
      },
      {
        time: '2026-01-01T00:00:00.000Z',
        plugin: 'reports',
        verdict: 'deny',
        verdicts: [{ key: 'sources.directory' }],
      },
    ]);
  });

  test('refuses the command if the log is not writable', async () => {
    obey({ audit: { log: join(home, 'no/such/folder.jsonl') } });
    const before = treeHash(life.root);
    expect(await codesOf(life.add([guestbook], how))).toEqual(['POLICY_LOG']);
    expect(treeHash(life.root)).toEqual(before);
  });
});
