/** Tests trust policies in the life of a project: revocation lists, registry keys, and releases that lost a proof. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GenlockError } from '../../src/errors/error.ts';
import { auditProject } from '../../src/flows/policy/audit.ts';
import { initProject } from '../../src/flows/project/init.ts';
import { explainPlugin } from '../../src/flows/policy/explain.ts';
import { checkPolicies } from '../../src/flows/policy/check.ts';
import { updatePlugins } from '../../src/flows/plugins/update.ts';
import { repository } from '../support/cli.ts';
import { exampleArchive } from '../support/example-archive.ts';
import { fakeRegistry, json, type FakeRegistry, type FakeRelease } from '../support/fake-registry.ts';
import { codesOf, examplePlugin, type How, type Life } from '../support/life.ts';
import { newOnlineLife } from '../support/online-life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

let registry: FakeRegistry;
let life: Life;
let home: string;
let how: How;
beforeEach(async () => {
  ({ registry, life, home, online: how } = await newOnlineLife());
});
afterEach(() => registry[Symbol.asyncDispose]());

const settings = () => join(home, '.config/genlock');

function obey(trust: object): void {
  mkdirSync(settings(), { recursive: true });
  writeFileSync(join(settings(), 'policy.json'), JSON.stringify({ version: 1, trust }));
}

const publish = (version: string, more: Partial<FakeRelease> = {}) =>
  registry.publish({ name: 'guestbook', version, archive: exampleArchive('guestbook', { version }), ...more });
const add = (spec = 'guestbook', more: How = {}) => life.add([spec], { ...how, ...more });
const update = (more: How = {}) =>
  updatePlugins(
    { cwd: life.root, yes: true, dryRun: false, install: false, network: true, plugins: [], ...more },
    { ...quietPorts, ...how, ...more },
  );
const audit = (offline = true) => auditProject({ cwd: life.root, offline, level: 'none' }, { ...quietPorts, ...how });
const locked = () => JSON.parse(readFileSync(join(life.root, 'genlock.lock.json'), 'utf8')).plugins.guestbook;

/** Returns code, key and hint of the refusal. */
async function refusal(refused: Promise<unknown>): Promise<readonly (string | undefined)[]> {
  const error: unknown = await refused.catch((thrown: unknown) => thrown);
  if (!(error instanceof GenlockError)) throw new Error('it was not refused', { cause: error });
  const [{ code, where, hint }] = error.problems;
  return [code, where?.key, hint];
}

const today = () => quietPorts.clock().toISOString();
const entry = { name: 'guestbook', versions: '<1.1.0', reason: 'INC-52', contact: 'security@acme.example' };
const list = (change: object = {}) => ({ version: 1, updated: today(), revoked: [entry], ...change });
const denied = ['POLICY_DENIED', 'trust.revocations', 'Ask security@acme.example'];

const write = (value: unknown) => writeFileSync(join(settings(), 'revoked.json'), JSON.stringify(value));

describe('a list in a file', () => {
  beforeEach(() => obey({ revocations: { file: 'revoked.json', maxStale: '2d' } }));

  test('refuses a listed plugin from a registry and from a folder, and shows the reason', async () => {
    write(list());
    publish('1.0.0');
    const before = treeHash(life.root);
    expect(await refusal(add())).toEqual(denied);
    expect(await refusal(life.add([examplePlugin('guestbook')], how))).toEqual(denied);
    await expect(add()).rejects.toThrow('INC-52');
    expect(treeHash(life.root)).toEqual(before);
    // The release is refused by its metadata: the archive is not downloaded.
    expect(registry.received.filter(({ path }) => path.endsWith('.tgz'))).toEqual([]);
    publish('1.1.0');
    expect((await add()).status).toBe('changed');
  });

  test('refuses installed plugins in sync, update and audit, but allows their removal', async () => {
    write(list({ revoked: [] }));
    publish('1.0.0');
    await add();
    expect((await life.sync(how)).status).toBe('unchanged');
    expect((await audit()).passed).toBe(true);
    write(list({ revoked: [{ ...entry, name: undefined, versions: undefined, integrity: [locked().integrity] }] }));
    expect(await refusal(life.sync(how))).toEqual(denied);
    expect(await refusal(update())).toEqual(denied);
    const { passed, plugins } = await audit();
    expect(passed).toBe(false);
    expect(plugins[0]).toMatchObject({ name: 'guestbook', verdict: 'deny' });
    expect(plugins[0]?.verdicts).toMatchObject([{ key: 'trust.revocations', reason: 'it is revoked: INC-52' }]);
    const explained = await explainPlugin({ cwd: life.root, plugin: 'guestbook' }, { ...quietPorts, ...how });
    expect(explained.verdict).toBe('deny');
    expect((await life.remove(['guestbook'], how)).status).toBe('changed');
  });

  test('allows an update to a release that is not listed', async () => {
    write(list({ revoked: [] }));
    publish('1.0.0');
    await add();
    write(list());
    publish('1.1.0');
    expect((await update()).status).toBe('changed');
  });

  test.each<[what: string, value: unknown, code: string]>([
    ['that is not there', undefined, 'POLICY_REVOCATIONS'],
    ['that is damaged', list({ updated: undefined }), 'POLICY_REVOCATIONS'],
    ['that is too old', list({ updated: '2025-12-29T00:00:00Z' }), 'POLICY_REVOCATIONS'],
  ])('%s stops everything but taking out, and is found by check', async (_, value, code) => {
    obey({});
    publish('1.1.0');
    await add();
    obey({ revocations: { file: 'revoked.json', maxStale: '2d' } });
    if (value !== undefined) write(value);
    expect(await codesOf(add())).toEqual([code]);
    expect(await codesOf(life.sync(how))).toEqual([code]);
    expect(await codesOf(audit())).toEqual([code]);
    const { sound, policies } = await checkPolicies(life.root, { ...quietPorts, ...how });
    expect([sound, policies.flatMap(({ problems }) => problems.map((problem) => problem.code))]).toEqual([
      false,
      [code],
    ]);
    expect((await life.remove(['guestbook'], how)).status).toBe('changed');
  });
});

describe('a list at an address', () => {
  let security: FakeRegistry;
  beforeEach(async () => {
    security = await fakeRegistry();
    publish('1.0.0');
    obey({ revocations: { url: new URL('revoked.json', security.url).href, maxStale: '2d' } });
  });
  afterEach(() => security[Symbol.asyncDispose]());
  const serve = (value: unknown, status = 200) =>
    security.answer('/revoked.json', (_, response) => json(response, value, status));

  test('is downloaded by commands with network access, and cached for the others', async () => {
    serve(list({ revoked: [] }));
    expect(await codesOf(add('guestbook', { network: false }))).toEqual(['POLICY_REVOCATIONS']);
    expect(security.received).toEqual([]);
    await add();
    const asked = security.received.length;
    expect(asked).toBeGreaterThan(0);
    serve(list());
    // This machine does not know the new list yet.
    expect((await life.sync({ ...how, network: false })).status).toBe('unchanged');
    expect((await audit()).passed).toBe(true);
    expect(security.received).toHaveLength(asked);
    expect((await audit(false)).passed).toBe(false);
    expect(await refusal(life.sync({ ...how, network: false }))).toEqual(denied);
  });

  test('uses the cached list if the download fails, until the list is stale', async () => {
    serve(list({ revoked: [] }));
    await add();
    serve({}, 503);
    expect((await life.sync(how)).status).toBe('unchanged');
    await security[Symbol.asyncDispose]();
    expect((await life.sync(how)).status).toBe('unchanged');
    const later = { ...how, clock: () => new Date(quietPorts.clock().getTime() + 3 * 86_400_000) };
    expect(await codesOf(life.sync(later))).toEqual(['POLICY_REVOCATIONS']);
    expect((await life.remove(['guestbook'], later)).status).toBe('changed');
  });

  test.each<[what: string, answer: () => void]>([
    ['a missing list', () => undefined],
    ['an invalid list', () => serve([])],
    [
      'a redirected list',
      () => {
        serve(list({ revoked: [] }));
        security.answer('/revoked.json', (_, response) => response.writeHead(302, { location: '/other.json' }).end());
        security.answer('/other.json', (_, response) => json(response, list({ revoked: [] })));
      },
    ],
    [
      'a list redirected to a subpath',
      () => {
        security.answer('/revoked.json', (_, response) => {
          response.writeHead(302, { location: '/revoked.json/list' }).end();
        });
        security.answer('/revoked.json/list', (_, response) => json(response, list({ revoked: [] })));
      },
    ],
    [
      'an oversized list',
      () => serve(list({ revoked: Array.from({ length: 40_000 }, () => ({ ...entry, reason: 'x'.repeat(200) })) })),
    ],
  ])('%s: refuses to add', async (_, answer) => {
    answer();
    expect(await codesOf(add())).toEqual(['POLICY_REVOCATIONS']);
    expect(registry.received).toEqual([]);
  });

  test.each<[what: string, rules: (security: FakeRegistry) => object]>([
    ['denies its address', ({ url }) => ({ registries: { deny: [url] } })],
    ['denies plain http', () => ({ registries: { http: 'deny' } })],
    ['takes only answers that are smaller', () => ({ limits: { packument: '1KB' } })],
    ['takes only answers that come sooner', () => ({ limits: { timeout: '1s' } })],
  ])('cannot be downloaded if a policy %s, and can otherwise', async (_, rules) => {
    const [revoked, reason] = [{ ...entry, name: 'other' }, 'x'.repeat(400)];
    const answer = list({ revoked: [revoked, revoked, revoked].map((one) => ({ ...one, reason })) });
    security.answer('/revoked.json', (_request, response) => setTimeout(() => json(response, answer), 2000));
    const trust = { revocations: { url: new URL('revoked.json', security.url).href, maxStale: '2d' } };
    const project = join(life.root, 'genlock.policy.json');
    writeFileSync(project, JSON.stringify({ version: 1, ...rules(security) }));
    // A folder needs no registry.
    const addFolder = () => life.add([examplePlugin('guestbook')], how);
    obey(trust);
    expect(await codesOf(addFolder())).toEqual(['POLICY_REVOCATIONS']);
    writeFileSync(project, JSON.stringify({ version: 1 }));
    expect((await addFolder()).status).toBe('changed');
  });

  test('gets the token of its own host only', async () => {
    writeFileSync(join(home, '.npmrc'), `//${new URL(registry.url).host}/:_authToken=canary\n`);
    serve(list({ revoked: [] }));
    await add();
    expect(security.received.map(({ authorization }) => authorization)).not.toContain('Bearer canary');
    expect(registry.received.map(({ authorization }) => authorization)).toContain('Bearer canary');
  });

  test('is downloaded by init, too', async () => {
    const cwd = temporaryFolder();
    const config = join(repository, 'examples/shop/genlock.json');
    const request = { cwd, root: join(cwd, 'shop'), config, plugins: [], yes: true, dryRun: false, install: false };
    const init = () => initProject(request, { ...quietPorts, env: how.env ?? {} });
    expect(await codesOf(init())).toEqual(['POLICY_REVOCATIONS']);
    serve(list({ revoked: [] }));
    expect((await init()).status).toBe('created');
  });

  test('is not downloaded for a project’s policy', async () => {
    obey({});
    const trust = { revocations: { url: new URL('revoked.json', security.url).href, maxStale: '2d' } };
    writeFileSync(join(life.root, 'genlock.policy.json'), JSON.stringify({ version: 1, trust }));
    expect(await codesOf(add())).toEqual(['POLICY_INVALID']);
    expect(security.received).toEqual([]);
  });
});

/** A key of a registry, and a release that it signed. */
function signer(keyid: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const publishSigned = (version: string): void => {
    const archive = exampleArchive('guestbook', { version });
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    const sig = sign('sha256', Buffer.from(`guestbook@${version}:${integrity}`), privateKey).toString('base64');
    publish(version, { archive, dist: { signatures: [{ keyid, sig }] } });
  };
  return { key: { keyid, key }, publishSigned };
}

test('policy keys replace the keys of the registry', async () => {
  const [own, stolen] = [signer('SHA256:own'), signer('SHA256:stolen')];
  registry.answer('/-/npm/v1/keys', (_, response) => json(response, { keys: [stolen.key] }));
  stolen.publishSigned('1.0.0');
  const required = { signatures: 'required', keys: { [registry.url]: [own.key] } };
  obey(required);
  expect(await refusal(add())).toEqual(['POLICY_DENIED', 'trust.signatures', undefined]);
  // Control: without configured keys, the registry's own keys are enough.
  obey({ signatures: 'required' });
  expect((await add()).status).toBe('changed');
  expect(locked().release.trust.signatures).toBe('verified');
  await life.remove(['guestbook'], how);
  obey(required);
  own.publishSigned('1.1.0');
  expect((await add()).status).toBe('changed');
  // A project takes keys away and gives none.
  await life.remove(['guestbook'], how);
  const trust = { keys: { [registry.url]: [stolen.key] } };
  writeFileSync(join(life.root, 'genlock.policy.json'), JSON.stringify({ version: 1, trust }));
  expect(await refusal(add())).toEqual(['POLICY_DENIED', 'trust.signatures', undefined]);
});

test('a release without the earlier signature needs consent, and a policy can refuse it', async () => {
  const own = signer('SHA256:own');
  registry.answer('/-/npm/v1/keys', (_, response) => json(response, { keys: [own.key] }));
  own.publishSigned('1.0.0');
  await add();
  publish('1.0.1', { time: '2025-12-22T00:00:00.000Z' });
  expect(await codesOf(update())).toEqual(['PROOF_LOST']);
  obey({ noDowngrade: true });
  expect((await refusal(update()))[1]).toBe('trust.noDowngrade');
  obey({ noDowngrade: true, noDowngradeIgnoreAfter: '11d' });
  expect((await refusal(update()))[1]).toBe('trust.noDowngrade');
  for (const terms of [{ noDowngradeIgnoreAfter: '9d' }, { noDowngradeExclude: ['guest*'] }]) {
    obey({ noDowngrade: true, ...terms });
    expect(await codesOf(update())).toEqual(['PROOF_LOST']);
  }
  const { plugins } = await update({ interactive: true });
  expect(plugins).toMatchObject([{ asks: true, origin: [{ what: 'signature', before: 'verified', after: 'absent' }] }]);
});

test('a change of the registry needs consent', async () => {
  await using other = await fakeRegistry();
  publish('1.0.0');
  await add();
  other.publish({ name: 'guestbook', version: '1.0.1', archive: exampleArchive('guestbook', { version: '1.0.1' }) });
  const elsewhere = { env: { HOME: home, npm_config_registry: other.url } };
  expect(await codesOf(update({ ...elsewhere, yes: false }))).toEqual(['CONSENT_NEEDED']);
  expect(locked().source).toBe(`registry:${registry.url}`);
  const { plugins } = await update(elsewhere);
  expect(plugins).toMatchObject([
    { asks: true, origin: [{ what: 'registry', before: `registry:${registry.url}`, after: `registry:${other.url}` }] },
  ]);
  // Pinned from here on.
  expect(locked().source).toBe(`registry:${other.url}`);
  expect((await update({ ...elsewhere, yes: false })).status).toBe('unchanged');
});
