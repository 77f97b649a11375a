/** Tests policies for registries: the requests, their tokens and the results. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditProject } from '../../src/flows/policy/audit.ts';
import { searchPlugins } from '../../src/flows/registry/search.ts';
import { updatePlugins } from '../../src/flows/plugins/update.ts';
import { exampleArchive, publishExample } from '../support/example-archive.ts';
import { fakeRegistry, json, type FakeRegistry } from '../support/fake-registry.ts';
import { codesOf, examplePlugin, lifeIn, newLife, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** The configured registry, and its mirror. */
let registry: FakeRegistry;
let mirror: FakeRegistry;
let life: Life;
let how: How;
let home: string;
/** A folder with a project in which nothing happened yet. */
let fresh: string;

beforeAll(async () => {
  fresh = mkdtempSync(join(tmpdir(), 'genlock-test-'));
  await newLife(undefined, fresh);
});
afterAll(() => rmSync(fresh, { recursive: true }));

beforeEach(async () => {
  [registry, mirror] = await Promise.all([fakeRegistry(), fakeRegistry()]);
  const cwd = temporaryFolder();
  cpSync(fresh, cwd, { recursive: true });
  life = lifeIn(join(cwd, 'shop'));
  home = temporaryFolder();
  how = { network: true, yes: true, env: { HOME: home, npm_config_registry: registry.url } };
});

afterEach(async () => {
  await Promise.all([registry, mirror].map((each) => each[Symbol.asyncDispose]()));
});

const text = (policy: object) => JSON.stringify({ version: 1, ...policy });

/** Writes the policy of this user. */
function obey(policy: object): void {
  mkdirSync(join(home, '.config/genlock'), { recursive: true });
  writeFileSync(join(home, '.config/genlock/policy.json'), text(policy));
}

const mirrored = (mode: string) => ({ registries: { mirror: { mode, url: mirror.url } } });
const locked = () => JSON.parse(readFileSync(join(life.root, 'genlock.lock.json'), 'utf8')).plugins;
const npmrc = (...lines: readonly string[]) => writeFileSync(join(home, '.npmrc'), lines.join('\n'));
const tokenOf = ({ url }: FakeRegistry, scope = '') => `//${new URL(url).host}/:${scope}_authToken`;
const tokensAt = ({ received }: FakeRegistry) => [...new Set(received.map(({ authorization }) => authorization))];

/** Returns the code and policy key of every problem. */
async function refusals(refused: Promise<unknown>): Promise<readonly (readonly [string, string | undefined])[]> {
  const error: unknown = await refused.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { problems } = error as { readonly problems: readonly { code: string; where?: { key?: string } }[] };
  return problems.map(({ code, where }) => [code, where?.key]);
}

const advisories = '/-/npm/v1/security/advisories/bulk';

describe('a mirror', () => {
  test('in mode only, receives all requests and only its token, and the lockfile records the plugin’s registry', async () => {
    npmrc(`${tokenOf(registry)}=of-registry`, `${tokenOf(mirror)}=of-mirror`);
    obey(mirrored('only'));
    publishExample(mirror, 'guestbook');
    publishExample(registry, 'guestbook', { version: '9.0.0' });
    await life.add(['guestbook'], how);
    expect(locked().guestbook).toMatchObject({ version: '1.0.0', source: `registry:${registry.url}` });
    expect(registry.received).toEqual([]);
    expect(tokensAt(mirror)).toEqual(['Bearer of-mirror']);
    // Control: without the policy, the registry is queried and returns another version.
    obey({});
    await life.remove(['guestbook'], how);
    await life.add(['guestbook'], how);
    expect(locked().guestbook.version).toBe('9.0.0');
  });

  test('is queried first, and the registry only for missing packages', async () => {
    obey(mirrored('prefer'));
    publishExample(registry, 'guestbook');
    await life.add(['guestbook'], how);
    expect(mirror.received.map(({ path }) => path)).toEqual(['/guestbook']);
    mirror.answer('/page-views', (_, response) => json(response, {}, 403));
    publishExample(registry, 'page-views');
    const asked = registry.received.length;
    expect(await codesOf(life.add(['page-views'], how))).toEqual(['REGISTRY_UNAUTHORIZED']);
    expect(registry.received).toHaveLength(asked);
  });

  test('refuses other bytes than the lockfile pins and changes nothing', async () => {
    publishExample(registry, 'guestbook');
    await life.add(['guestbook'], how);
    const before = readFileSync(join(life.root, 'genlock.lock.json'), 'utf8');
    publishExample(mirror, 'guestbook', { note: 'swapped' });
    obey(mirrored('only'));
    const config = join(life.root, 'genlock.json');
    writeFileSync(config, readFileSync(config, 'utf8').replace('"file"', '"relational"'));
    expect(await codesOf(life.sync({ ...how, env: { ...how.env, GENLOCK_CACHE: temporaryFolder() } }))).toEqual([
      'REGISTRY_INTEGRITY_MISMATCH',
    ]);
    expect(readFileSync(join(life.root, 'genlock.lock.json'), 'utf8')).toBe(before);
    // Control: with the same bytes it serves.
    publishExample(mirror, 'guestbook');
    expect((await life.sync({ ...how, env: { ...how.env, GENLOCK_CACHE: temporaryFolder() } })).status).toBe('changed');
  });

  test('is used only if every allow list contains it, and unlisted registries stay refused', async () => {
    publishExample(mirror, 'guestbook');
    const { registries } = mirrored('only');
    obey({ registries: { ...registries, allow: [registry.url] } });
    expect(await codesOf(life.add(['guestbook'], how))).toEqual(['REGISTRY_NOT_ALLOWED']);
    obey({ registries: { ...registries, allow: [mirror.url] } });
    expect(await refusals(life.add(['guestbook'], how))).toEqual([['POLICY_DENIED', 'registries.allow']]);
    writeFileSync(join(life.root, 'genlock.policy.json'), text({ registries: { deny: [mirror.url] } }));
    obey({ registries: { ...registries, allow: [registry.url, mirror.url] } });
    expect(await codesOf(life.add(['guestbook'], how))).toEqual(['REGISTRY_NOT_ALLOWED']);
    expect([mirror.received, registry.received]).toEqual([[], []]);
    writeFileSync(join(life.root, 'genlock.policy.json'), text({}));
    await life.add(['guestbook'], how);
  });

  test('does not relax the registry binding of a scope', async () => {
    publishExample(mirror, 'guestbook', { name: '@acme/guestbook' });
    const { registries } = mirrored('only');
    obey({ registries: { ...registries, scopes: { '@acme': registry.url } } });
    writeFileSync(
      join(life.root, 'genlock.policy.json'),
      text({ registries: { scopes: { '@acme': 'https://other.example/' } } }),
    );
    expect(await refusals(life.add(['@acme/guestbook'], how))).toEqual([
      ['POLICY_DENIED', 'registries.scopes["@acme"]'],
    ]);
    writeFileSync(join(life.root, 'genlock.policy.json'), text({}));
    await life.add(['@acme/guestbook'], how);
    expect(locked()['@acme/guestbook'].source).toBe(`registry:${registry.url}`);
  });

  test('can be a folder that npm filled', async () => {
    const folder = temporaryFolder();
    const add = (version: string) => {
      mkdirSync(join(folder, 'guestbook'), { recursive: true });
      writeFileSync(join(folder, `guestbook/guestbook-${version}.tgz`), exampleArchive('guestbook', { version }));
    };
    add('1.0.0');
    obey({ registries: { mirror: { mode: 'only', path: folder } } });
    const { plugins } = await life.add(['guestbook'], how);
    expect(plugins[0]?.release?.mirror).toBe(join(folder, 'guestbook/guestbook-1.0.0.tgz'));
    expect(locked().guestbook).toMatchObject({ version: '1.0.0', source: `registry:${registry.url}` });
    add('1.1.0');
    const request = { cwd: life.root, yes: true, dryRun: false, install: false, network: true, plugins: [] };
    await updatePlugins(request, { ...quietPorts, ...how });
    expect(locked().guestbook.version).toBe('1.1.0');
    obey({ registries: { mirror: { mode: 'only', path: folder } }, freshness: { minAge: '3d' } });
    expect(await codesOf(life.add(['guestbook@1.0.0'], how))).toEqual(['REGISTRY_TOO_YOUNG']);
    expect(registry.received).toEqual([]);
  });

  test('cannot be set by a project policy', async () => {
    writeFileSync(join(life.root, 'genlock.policy.json'), text(mirrored('only')));
    expect(await codesOf(life.add(['guestbook'], how))).toEqual(['POLICY_INVALID']);
    expect([mirror.received, registry.received]).toEqual([[], []]);
  });

  test('in mode only, is the only registry for searches and advisories', async () => {
    obey(mirrored('only'));
    mirror.answer('/-/v1/search?text=chat&size=50', (_, response) => json(response, { objects: [] }));
    const env = { HOME: home, npm_config_registry: registry.url };
    const found = await searchPlugins({ cwd: life.root, words: ['chat'], all: true }, { ...quietPorts, env });
    expect(found).toEqual({ registries: [{ registry: mirror.url, mirror: true }], plugins: [] });
    const typed = { cwd: life.root, words: ['chat'], all: true, registry: registry.url };
    expect(await codesOf(searchPlugins(typed, { ...quietPorts, env }))).toEqual(['REGISTRY_NOT_ALLOWED']);
    publishExample(mirror, 'guestbook');
    await life.add(['guestbook'], how);
    mirror.answer(advisories, (_, response) =>
      json(response, { guestbook: [{ id: 1, title: 'Open to all', severity: 'high', vulnerable_versions: '*' }] }),
    );
    const audited = await auditProject({ cwd: life.root, offline: false, level: 'low' }, { ...quietPorts, env });
    expect(audited.advisories).toMatchObject({ checked: true, faults: [{ name: 'guestbook' }] });
    expect(registry.received).toEqual([]);
  });
});

test('follows a redirect to another registry only if a user policy allows it, and without the token', async () => {
  npmrc(`@other:registry=${mirror.url}`, `${tokenOf(registry)}=of-registry`, `${tokenOf(mirror)}=of-other`);
  publishExample(mirror, 'guestbook');
  const location = `${mirror.url}guestbook`;
  registry.answer('/guestbook', (_, response) => response.writeHead(302, { location }).end());
  expect(await codesOf(life.add(['guestbook'], how))).toEqual(['REGISTRY_NOT_ALLOWED']);
  writeFileSync(join(life.root, 'genlock.policy.json'), text({ registries: { redirects: 'listed' } }));
  expect(await codesOf(life.add(['guestbook'], how))).toEqual(['POLICY_INVALID']);
  writeFileSync(join(life.root, 'genlock.policy.json'), text({ registries: { redirects: 'same-origin' } }));
  obey({ registries: { redirects: 'listed' } });
  expect(await codesOf(life.add(['guestbook'], how))).toEqual(['REGISTRY_NOT_ALLOWED']);
  expect(mirror.received).toEqual([]);
  writeFileSync(join(life.root, 'genlock.policy.json'), text({}));
  await life.add(['guestbook'], how);
  expect(mirror.received.map(({ authorization }) => authorization)).not.toContain('Bearer of-registry');
  expect(tokensAt(registry)).toEqual(['Bearer of-registry']);
});

test('a policy can forbid plain http', async () => {
  publishExample(registry, 'guestbook');
  writeFileSync(join(life.root, 'genlock.policy.json'), text({ registries: { http: 'deny' } }));
  expect(await refusals(life.add(['guestbook'], how))).toEqual([['POLICY_DENIED', 'registries.http']]);
  // Where the registry is one of https, and the mirror isn't, neither.
  obey(mirrored('only'));
  const secure = { ...how, env: { HOME: home, npm_config_registry: 'https://plugins.acme.example/' } };
  expect(await codesOf(life.add(['guestbook'], secure))).toEqual(['REGISTRY_INSECURE']);
  expect([registry.received, mirror.received]).toEqual([[], []]);
  obey({});
  writeFileSync(join(life.root, 'genlock.policy.json'), text({ registries: { http: 'loopback' } }));
  await life.add(['guestbook'], how);
});

test('sends the token of a scope only for names of the scope', async () => {
  npmrc(`${tokenOf(registry)}=all`, `${tokenOf(registry, '@acme:')}=of-acme`);
  publishExample(registry, 'guestbook', { name: '@acme/guestbook' });
  publishExample(registry, 'page-views');
  await life.add(['@acme/guestbook'], how);
  expect(tokensAt(registry)).toEqual(['Bearer of-acme']);
  await life.add(['page-views'], how);
  expect(tokensAt(registry)).toEqual(['Bearer of-acme', 'Bearer all']);
});

const here = process.platform;
const elsewhere = here === 'linux' ? 'darwin' : 'linux';
const on = (...platforms: readonly string[]) => ({ plugins: { rules: { 'guest*': { platforms } } } });

test('a plugin is accepted only on the platforms of its rule', async () => {
  const guestbook = examplePlugin('guestbook');
  obey(on(elsewhere, `${here}-other`.replace('-other', process.arch === 'x64' ? '-arm64' : '-x64')));
  const refused = [['POLICY_DENIED', 'plugins.rules["guest*"].platforms']];
  expect(await refusals(life.add([guestbook], how))).toEqual(refused);
  publishExample(registry, 'guestbook');
  expect(await refusals(life.add(['guestbook'], how))).toEqual(refused);
  expect(registry.received).toEqual([]);
  obey(on(`${here}-${process.arch}`));
  await life.add([guestbook], how);
  expect((await life.sync(how)).status).toBe('unchanged');
  obey(on(elsewhere));
  expect(await refusals(life.sync(how))).toEqual(refused);
  await life.remove(['guestbook'], how);
});

test.each([
  ['depth', { depth: 1 }, { depth: 6 }],
  ['pathBytes', { pathBytes: 30 }, { pathBytes: 100 }],
])('an archive’s paths are within %s of a policy, from a registry and from a file', async (_, low, enough) => {
  publishExample(registry, 'guestbook');
  const file = join(temporaryFolder(), 'guestbook-1.0.0.tgz');
  writeFileSync(file, exampleArchive('guestbook'));
  obey({ limits: low });
  expect(await codesOf(life.add(['guestbook'], how))).toEqual(['ARCHIVE_REFUSED']);
  expect(await codesOf(life.add([file], how))).toEqual(['ARCHIVE_REFUSED']);
  obey({ limits: enough });
  await life.add([file], how);
});
