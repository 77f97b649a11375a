/** A release that is built in a CI, signed by an instance of Sigstore, published, and added where proof is demanded. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { GenlockError } from '../../src/errors/error.ts';
import { updatePlugins } from '../../src/flows/plugins/update.ts';
import { publishPlugin, type PublishRequest } from '../../src/flows/author/publish.ts';
import { builders, issuer, workflow, type Builders } from '../support/attestations.ts';
import { exampleArchive } from '../support/example-archive.ts';
import { fakeRegistry, json, type FakeRegistry } from '../support/fake-registry.ts';
import { codesOf, examplePlugin, newLife, type How, type Life } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { publications, type Publications } from '../support/publications.ts';
import { sigstoreServer, type SigstoreServer } from '../support/sigstore-server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

let sigstore: Builders;
let server: SigstoreServer;
beforeAll(async () => {
  sigstore = await builders();
  server = await sigstoreServer(sigstore);
  // Publishing reads the environment of the process once.
  for (const [name, value] of Object.entries(server.env)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server[Symbol.asyncDispose]();
});

let registry: FakeRegistry;
let published: Publications;
let folder: string;
let home: string;
let life: Life;
beforeEach(async () => {
  registry = await fakeRegistry();
  published = publications(registry, 'guestbook');
  server.builder = workflow;
  home = temporaryFolder();
  life = await newLife();
  folder = join(temporaryFolder(), 'guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  edit('manifest.json', { databases: ['file'] });
});
afterEach(() => registry[Symbol.asyncDispose]());

function edit(name: string, change: object): void {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...change }));
}

const machine = () => ({ HOME: home, npm_config_registry: registry.url });

const publish = (more: Partial<PublishRequest> = {}, env: Readonly<Record<string, string>> = server.env) =>
  publishPlugin(
    { cwd: folder, folder, yes: true, dryRun: false, access: 'public', ...more },
    {
      env: { ...machine(), ...env },
      clock: () => new Date(),
      progress: () => {},
      interactive: false,
      preview: () => {},
      agree: () => Promise.resolve(false),
    },
  );

/** The policy of a user who believes one instance of Sigstore. */
function obey(trust: object, root: unknown = sigstore.trustedRoot): void {
  const settings = join(home, '.config/genlock');
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, 'roots.json'), JSON.stringify(root));
  const policy = { version: 1, trust: { trustedRoot: 'roots.json', ...trust } };
  writeFileSync(join(settings, 'policy.json'), JSON.stringify(policy));
}

const add = (how: How = {}) => life.add(['guestbook'], { network: true, yes: true, env: machine(), ...how });

/** Returns code and key of the refusal. */
async function refusal(refused: Promise<unknown>): Promise<readonly (string | undefined)[]> {
  const error: unknown = await refused.catch((thrown: unknown) => thrown);
  if (!(error instanceof GenlockError)) throw new Error('it was not refused', { cause: error });
  return [error.problems[0].code, error.problems[0].where?.key];
}

const demanded = (subject = 'https://github.com/acme/*/.github/workflows/release.yml@refs/tags/*') => ({
  provenance: 'required',
  identities: [{ plugins: ['guestbook'], issuer, subject }],
});

test('a signature of the CI is verified with the trusted root of the policy', async () => {
  const result = await publish();
  expect(result).toMatchObject({ status: 'published', provenance: true });
  expect(server.received).toEqual(['/token', '/ca/api/v2/signingCert', '/log/api/v1/log/entries']);
  expect(published.all[0]).toMatchObject({ bundle: { dsseEnvelope: { payloadType: 'application/vnd.in-toto+json' } } });
  obey(demanded());
  await add();
  const { plugins } = JSON.parse(readFileSync(join(life.root, 'genlock.lock.json'), 'utf8'));
  expect(plugins.guestbook).toMatchObject({
    integrity: result.archive.integrity,
    release: { trust: { provenance: { issuer, subject: workflow } } },
  });
});

test('refuses another workflow than the named workflow', async () => {
  server.builder = workflow.replace('release.yml', 'anything.yml');
  await publish();
  obey(demanded());
  expect(await refusal(add())).toEqual(['POLICY_DENIED', 'trust.identities']);
  // Control: who named that one takes it.
  obey(demanded(server.builder));
  expect((await add()).status).toBe('changed');
});

test('reports a deleted attestation as missing', async () => {
  await publish();
  registry.answer('/-/npm/v1/attestations/guestbook@1.0.0', (_, response) => json(response, {}, 404));
  obey({ provenance: 'required' });
  expect(await refusal(add())).toEqual(['POLICY_DENIED', 'trust.provenance']);
  obey({});
  expect((await add()).status).toBe('changed');
});

test('refuses a proof that only a foreign root or the root of another policy verifies', async () => {
  await publish();
  const others = await builders();
  obey(demanded(), others.trustedRoot);
  expect(await refusal(add())).toEqual(['REGISTRY_PROVENANCE_INVALID', undefined]);
  obey(demanded());
  const second = join(home, 'second.json');
  writeFileSync(join(home, 'others.json'), JSON.stringify(others.trustedRoot));
  writeFileSync(second, JSON.stringify({ version: 1, trust: { trustedRoot: 'others.json' } }));
  const env = { ...machine(), GENLOCK_POLICY: second };
  expect(await refusal(add({ env }))).toEqual(['REGISTRY_PROVENANCE_INVALID', undefined]);
  writeFileSync(join(home, 'others.json'), JSON.stringify(sigstore.trustedRoot));
  expect((await add({ env })).status).toBe('changed');
});

/** Serves a release with or without a known builder. */
async function serve(version: string, builder?: string): Promise<void> {
  const archive = exampleArchive('guestbook', { version });
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  const path = `/-/npm/v1/attestations/guestbook@${version}`;
  const attestation = builder && (await sigstore.attest({ name: `pkg:npm/guestbook@${version}`, integrity, builder }));
  registry.answer(path, (_, response) => json(response, { attestations: attestation ? [attestation] : [] }));
  registry.publish({
    name: 'guestbook',
    version,
    archive,
    dist: { attestations: { url: new URL(path, registry.url).href } },
  });
}

test('pins the builder at first use: another or a missing builder needs consent', async () => {
  const root = join(home, 'roots.json');
  writeFileSync(root, JSON.stringify(sigstore.trustedRoot));
  const env = { ...machine(), GENLOCK_TRUSTED_ROOT: root };
  const update = (yes: boolean, terminal: Partial<typeof quietPorts> = {}) =>
    updatePlugins(
      { cwd: life.root, yes, dryRun: false, install: false, network: true, plugins: [] },
      { ...quietPorts, env, ...terminal },
    );
  await serve('1.0.0', workflow);
  await add({ env });
  await serve('1.0.1', workflow.replace('v1.0.0', 'v1.0.1'));
  expect((await update(false)).status).toBe('changed');
  await serve('1.0.2', workflow.replace('acme', 'evil'));
  expect(await codesOf(update(false))).toEqual(['CONSENT_NEEDED']);
  await serve('1.0.3');
  const before = treeHash(life.root);
  expect(await codesOf(update(false))).toEqual(['PROOF_LOST']);
  expect(await codesOf(update(true))).toEqual(['PROOF_LOST']);
  expect(await codesOf(update(true, { interactive: true, agree: async () => false }))).toEqual(['DECLINED']);
  expect(treeHash(life.root)).toEqual(before);
  const { plugins } = await update(true, { interactive: true, agree: async () => true });
  expect(plugins).toMatchObject([{ asks: true, origin: [{ what: 'builder', after: 'unknown' }] }]);
});

test.each([
  ['is not there', undefined],
  ['is no JSON', '{'],
  ['is something else', '{ "tlogs": [] }'],
])('a root that %s stops everything', async (_, text) => {
  obey({});
  const file = join(home, '.config/genlock', text === undefined ? 'policy.json' : 'roots.json');
  writeFileSync(file, text ?? JSON.stringify({ version: 1, trust: { trustedRoot: 'none.json' } }));
  expect((await refusal(add()))[0]).toBe('POLICY_UNREADABLE');
});

test.each([
  ['no CI', {}],
  ['a CI that may not say who it is', { GITHUB_ACTIONS: 'true' }],
  ['one that says nothing', { GITLAB_CI: 'true', SIGSTORE_ID_TOKEN: '' }],
])('%s signs nothing, and the dry run reports no provenance', async (_, env) => {
  const dry = (provenance?: boolean) => publish({ dryRun: true, provenance }, env);
  expect(await refusal(dry(true))).toEqual(['REGISTRY_PUBLISH_REFUSED', undefined]);
  expect(await dry()).toMatchObject({ status: 'planned', provenance: false });
});

test('refuses to publish if the CI has no identity or the authority refuses', async () => {
  const silent = { ...server.env, ACTIONS_ID_TOKEN_REQUEST_URL: '' };
  vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_URL', '');
  expect(await refusal(publish({ provenance: true }, silent))).toEqual(['REGISTRY_PUBLISH_REFUSED', undefined]);
  vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_URL', server.env['ACTIONS_ID_TOKEN_REQUEST_URL']);
  vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'another');
  expect(await refusal(publish())).toEqual(['REGISTRY_PUBLISH_REFUSED', undefined]);
  vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_TOKEN', server.env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']);
  const half = { ...server.env, GENLOCK_REKOR_URL: '' };
  expect(await refusal(publish({}, half))).toEqual(['REGISTRY_CONFIG_INVALID', undefined]);
  expect(published.all).toEqual([]);
  expect(registry.received).toEqual([]);
});
