/**
 * Provenance at a team registry: Verdaccio refuses a bundle next to an archive. The gate stores, checks and serves it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  parseSpec,
  publishRelease,
  readNpmSettings,
  readSigning,
  resolveRelease,
  type ClientSettings,
} from '../../../registry-client/index.ts';
import { signingKey } from '../../../registry-server/signing-key.ts';
import { addUser } from '../../../registry-server/users.ts';
import { loadVerdaccio } from '../../../registry-server/verdaccio.ts';
import { packageOf } from '../../support/archives.ts';
import { builders, issuer, workflow, type Builders, type Statement } from '../../support/attestations.ts';
import { repository } from '../../support/cli.ts';
import { sigstoreServer } from '../../support/sigstore-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import {
  bareVerdaccio,
  escaped,
  gatedRegistry,
  password,
  pluginFiles,
  publication,
  send,
  type Answer,
  type TestRegistry,
} from '../../support/verdaccio.ts';

// The publishing library reads this variable once, on load.
vi.hoisted(() => vi.stubEnv('GITHUB_ACTIONS', 'true'));

let sigstore: Builders;
let gated: TestRegistry;
beforeAll(async () => {
  sigstore = await builders();
  gated = await gatedRegistry({
    configuration: { packages: [{ pattern: '@acme/premium', access: ['bob'], publish: ['bob'] }] },
  });
});
afterAll(() => gated[Symbol.asyncDispose]());

const purl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Creates a publication with a provenance bundle, or with an invalid bundle. */
async function attested(name: string, change: Partial<Statement> = {}, version = '1.0.0'): Promise<object> {
  const archive = packageOf(pluginFiles(name, version));
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  const { bundle } = await sigstore.attest({ name: purl(name, version), integrity, ...change });
  return withBundle(publication(name, { archive, version }), { name, version, text: JSON.stringify(bundle) });
}

function withBundle(
  body: Record<string, unknown>,
  { name, version = '1.0.0', text }: { readonly name: string; readonly version?: string; readonly text: string },
): object {
  const sent = { content_type: 'application/vnd.dev.sigstore.bundle.v0.3+json', data: text, length: text.length };
  return { ...body, _attachments: { ...(body['_attachments'] as object), [`${name}-${version}.sigstore`]: sent } };
}

const put = (name: string, body: unknown, { at = gated, user = 'ada' } = {}): Promise<Answer> =>
  send(at.url, { method: 'PUT', path: escaped(name), body, token: at.token(user) });
const get = (path: string, token?: string): Promise<Answer> =>
  send(gated.url, { method: 'GET', path: `-/npm/v1/attestations/${path}`, ...(token !== undefined && { token }) });

function settings(more: Partial<ClientSettings> = {}): ClientSettings {
  const { host } = new URL(gated.url);
  const text = `registry=${gated.url}\n//${host}/:_authToken=${gated.token('ada')}\n`;
  return {
    npm: readNpmSettings([{ level: 'user', file: '.npmrc', text }], {}),
    cache: temporaryFolder(),
    offline: false,
    now: new Date(Date.now() + 60_000),
    freshness: () => ({ minAgeMs: 0, acceptsUnknown: true }),
    trustedRoot: sigstore.trustedRoot,
    ...more,
  };
}

const provenanceOf = async (name: string) => (await resolveRelease(parseSpec(name), settings())).trust;

test.each(['proved', '@acme/proved'])('%s: serves the signed bundle to users who add the package', async (name) => {
  expect((await put(name, await attested(name))).status).toBe(201);
  expect(await provenanceOf(name)).toEqual({
    signatures: 'verified',
    provenance: { issuer, subject: workflow },
  });
  // As npm asks for it, too.
  for (const path of [`${name}@1.0.0`, `${escaped(name)}@1.0.0`]) {
    expect(JSON.parse((await get(path, gated.token('bob'))).text)).toMatchObject({
      attestations: [{ predicateType: 'https://slsa.dev/provenance/v1' }],
    });
  }
  // Another version has no bundle.
  expect((await put(name, publication(name, { version: '1.0.1' }))).status).toBe(201);
  expect((await provenanceOf(name)).provenance).toBe('absent');
  expect((await get(`${name}@1.0.1`, gated.token('bob'))).status).toBe(404);
});

test('control: Verdaccio alone refuses the publication', async () => {
  await using bare = await bareVerdaccio({ users: ['ada'] });
  expect((await put('proved', await attested('proved'), { at: bare })).status).toBe(400);
});

const kept = () => readdirSync(join(gated.storage, 'attestations'));

describe('refused without storing a bundle', () => {
  test.each<[what: string, body: (name: string) => object | Promise<object>, text: string]>([
    ['another package', (name) => attested(name, { name: 'pkg:npm/other@1.0.0' }), 'of something else'],
    ['another version', (name) => attested(name, { name: purl(name, '1.0.1') }), 'of something else'],
    ['other bytes', (name) => attested(name, { integrity: `sha512-${'A'.repeat(86)}==` }), 'of something else'],
    ['another kind', (name) => attested(name, { predicateType: 'https://example.com/x' }), 'of another kind'],
    ['no JSON', (name) => withBundle(publication(name), { name, text: '{' }), 'not a Sigstore bundle'],
    ['no bundle', (name) => withBundle(publication(name), { name, text: '{}' }), 'not a Sigstore bundle'],
    [
      'an empty one',
      (name) =>
        withBundle(publication(name), {
          name,
          text: '{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json"}',
        }),
      'verified',
    ],
    [
      'too much',
      (name) => withBundle(publication(name), { name, text: `"${'x'.repeat(300_000)}"` }),
      'takes more than',
    ],
  ])('a bundle of %s', async (what, body, text) => {
    const before = kept();
    const name = `refused-${what.replaceAll(' ', '-').toLowerCase()}`;
    const answer = await put(name, await body(name));
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(text)]);
    expect(kept()).toEqual(before);
    // Only the bundle blocks the publication.
    expect((await put(name, publication(name))).status).toBe(201);
  });

  test('a published version keeps its bundle', async () => {
    expect((await put('kept', await attested('kept'))).status).toBe(201);
    const before = await get('kept@1.0.0', gated.token('bob'));
    expect((await put('kept', await attested('kept', { builder: 'https://evil.example/x' }))).status).toBe(409);
    expect((await put('kept', await attested('kept'), { user: 'bob' })).status).toBe(403);
    expect(await get('kept@1.0.0', gated.token('bob'))).toEqual(before);
  });
});

test('does not show provenance to users without access to the package', async () => {
  const name = '@acme/premium';
  expect((await put(name, await attested(name), { user: 'bob' })).status).toBe(201);
  expect((await get(`${name}@1.0.0`, gated.token('bob'))).status).toBe(200);
  expect((await get(`${name}@1.0.0`, gated.token('ada'))).status).toBe(404);
  expect((await get(`${name}@1.0.0`)).status).toBe(401);
  expect((await get('..%2f..%2fgate@1.0.0', gated.token('ada'))).status).toBe(404);
});

test('verifies provenance from CI to installation', async () => {
  await using ci = await sigstoreServer(sigstore);
  for (const [key, value] of Object.entries(ci.env)) vi.stubEnv(key, value);
  const manifest = { name: '@acme/built', version: '1.0.0', description: 'What @acme/built does' };
  const archive = packageOf(pluginFiles(manifest.name));
  const release = { registry: gated.url, manifest, archive, tag: 'latest', access: 'public' } as const;
  await publishRelease({ ...release, provenance: true, stage: false }, settings({ signing: readSigning(ci.env) }));
  vi.unstubAllEnvs();
  expect((await provenanceOf('@acme/built')).provenance).toEqual({ issuer, subject: workflow });
});

test('stores the bundle if the first publication was interrupted before that', async () => {
  const storage = temporaryFolder();
  const verdaccio = await loadVerdaccio(repository);
  await addUser({ name: 'ada', password }, { storage, verdaccio });
  const body = (await attested('broken')) as { readonly versions: Record<string, { readonly dist: Published }> };
  const { integrity } = body.versions['1.0.0']?.dist ?? {};
  const packages = { broken: { owners: ['ada'], versions: { '1.0.0': { integrity } } } };
  writeFileSync(join(storage, 'gate.json'), JSON.stringify({ version: 1, packages }));
  signingKey(join(storage, 'signing-key.pem'));
  await using again = await gatedRegistry({ storage, users: ['ada'] });
  expect((await put('broken', body, { at: again })).status).toBe(201);
  const path = '-/npm/v1/attestations/broken@1.0.0';
  expect((await send(again.url, { method: 'GET', path, token: again.token('ada') })).status).toBe(200);
});

interface Published {
  readonly integrity: string;
}
