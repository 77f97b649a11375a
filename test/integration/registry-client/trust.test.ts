import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  parseSpec,
  readNpmSettings,
  readTrustedRoot,
  RegistryError,
  resolveRelease,
  type ClientSettings,
} from '../../../registry-client/index.ts';
import { fetchKeys } from '../../../registry-client/registry-keys.ts';
import type { KeyRules } from '../../../registry-client/settings.ts';
import { trustedRoot as publicRoot } from '../../../registry-client/snapshot.ts';
import { packageOf } from '../../support/archives.ts';
import {
  builders,
  issuer,
  provenanceType,
  workflow,
  type Builders,
  type Statement,
} from '../../support/attestations.ts';
import { fakeRegistry, json, type FakeRegistry } from '../../support/fake-registry.ts';
import { temporaryFolder } from '../../support/temporary.ts';

let sigstore: Builders;
let registry: FakeRegistry;
beforeAll(async () => {
  sigstore = await builders();
});
beforeEach(async () => {
  registry = await fakeRegistry();
});
afterEach(() => registry[Symbol.asyncDispose]());

const archive = packageOf({ 'package.json': '{"name":"chat","version":"1.0.0"}' });
const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;

function settings(changes: Partial<ClientSettings> = {}): ClientSettings {
  return {
    npm: readNpmSettings([{ level: 'user', file: '.npmrc', text: `registry=${registry.url}` }], {}),
    cache: temporaryFolder(),
    offline: false,
    now: new Date('2026-06-01T12:00:00Z'),
    freshness: () => ({ minAgeMs: 0, acceptsUnknown: true }),
    limits: { retries: 0 },
    trustedRoot: sigstore.trustedRoot,
    ...changes,
  };
}

async function trustOf(name = 'chat', client = settings()): Promise<unknown> {
  try {
    return (await resolveRelease(parseSpec(name), client)).trust;
  } catch (error) {
    if (error instanceof RegistryError) return error.code;
    throw error;
  }
}

const trust = (provenance: unknown) => ({ signatures: 'absent', provenance });

type Bundle = Awaited<ReturnType<Builders['attest']>>['bundle'];
type Change = (bundle: Bundle) => unknown;

/** Another statement in the same envelope. */
function changed(bundle: Bundle, edit: (text: string) => string): unknown {
  const text = Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString();
  const payload = Buffer.from(edit(text)).toString('base64');
  return { ...bundle, dsseEnvelope: { ...bundle.dsseEnvelope, payload } };
}

const signed = (signatures: 'verified' | 'absent') => ({ signatures, provenance: 'absent' });

describe("a registry's signature", () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const sig = sign('sha256', Buffer.from(`chat@1.0.0:${integrity}`), privateKey).toString('base64');
  const signatures = [{ keyid: 'SHA256:a', sig }];
  const serveKeys = (more: object = {}) =>
    registry.answer('/-/npm/v1/keys', (_, response) => json(response, { keys: [{ keyid: 'SHA256:a', key, ...more }] }));
  const publish = (dist: object = { signatures }, more: object = {}) =>
    registry.publish({ name: 'chat', version: '1.0.0', archive, dist: { ...dist }, ...more });

  test.each<[what: string, trust: unknown, keys: object | undefined, dist?: object | undefined, more?: object]>([
    ['right', { signatures: 'verified', provenance: 'absent' }, {}],
    ['stripped', { signatures: 'absent', provenance: 'absent' }, {}, {}],
    ['of a registry without keys', { signatures: 'absent', provenance: 'absent' }, undefined],
    ['wrong', 'REGISTRY_SIGNATURE_INVALID', {}, { signatures: [{ keyid: 'SHA256:a', sig: 'AAAA' }] }],
    ['of other bytes', 'REGISTRY_SIGNATURE_INVALID', {}, { signatures, integrity: `sha512-${'A'.repeat(86)}==` }],
    ['expired', 'REGISTRY_SIGNATURE_INVALID', { expires: '2023-01-01T00:00:00.000Z' }],
    ['made in time', { signatures: 'verified', provenance: 'absent' }, { expires: '2025-01-01T00:00:00.000Z' }],
    [
      'undated, by a key that has expired',
      'REGISTRY_SIGNATURE_INVALID',
      { expires: '2026-05-01T00:00:00.000Z' },
      undefined,
      { time: null },
    ],
    [
      'of a moment ahead, by a key that expires later',
      { signatures: 'verified', provenance: 'absent' },
      { expires: '2027-01-01T00:00:00.000Z' },
      undefined,
      { time: '2026-06-01T12:01:00.000Z' },
    ],
  ])('that is %s', async (...[, trust, keys, dist, more]) => {
    if (keys !== undefined) serveKeys(keys);
    publish(dist, more);
    expect(await trustOf()).toEqual(trust);
  });

  test('that cannot be looked at for now is no signature that is absent', async () => {
    publish();
    registry.answer('/-/npm/v1/keys', (_, response) => json(response, {}, 503));
    expect(await trustOf()).toBe('REGISTRY_FAILED');
    registry.answer('/-/npm/v1/keys', (_, response) => json(response, { keys: 1 }));
    expect(await trustOf()).toBe('REGISTRY_ANSWER_INVALID');
  });

  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  const otherKey = other.export({ format: 'der', type: 'spki' }).toString('base64');
  const given = { keyid: 'SHA256:a', key };
  const late = { ...given, expires: '2023-01-01T00:00:00.000Z' };

  test.each<[what: string, trust: unknown, keys: KeyRules]>([
    ['by keys that were given', signed('verified'), { asksRegistry: false, sets: [[given]] }],
    ['by others than those', signed('absent'), { asksRegistry: false, sets: [[{ ...given, keyid: 'SHA256:b' }]] }],
    [
      'by one with the id of those',
      'REGISTRY_SIGNATURE_INVALID',
      { asksRegistry: false, sets: [[{ ...given, key: otherKey }]] },
    ],
    ['where none were', signed('absent'), { asksRegistry: false, sets: [[]] }],
    ['by keys of both who gave some', signed('verified'), { asksRegistry: false, sets: [[given], [given]] }],
    ['by keys of one of them', signed('absent'), { asksRegistry: false, sets: [[given], []] }],
    ['that expired for one of them', 'REGISTRY_SIGNATURE_INVALID', { asksRegistry: false, sets: [[given], [late]] }],
    ['that the registry has, too', 'REGISTRY_SIGNATURE_INVALID', { asksRegistry: true, sets: [[late]] }],
  ])('%s', async (...[, trust, keys]) => {
    // What the registry says itself: the same key.
    serveKeys();
    publish();
    expect(await trustOf('chat', settings({ keys: () => keys }))).toEqual(trust);
    expect(registry.received.some(({ path }) => path.endsWith('/keys'))).toBe(keys.asksRegistry);
    // Control: by the registry's own words.
    expect(await trustOf()).toEqual(signed('verified'));
  });

  test('by a key nobody knows of is none, whoever gave others for its registry', async () => {
    publish();
    registry.answer('/-/npm/v1/keys', (_, response) => json(response, { keys: [] }));
    expect(await trustOf('chat', settings({ keys: () => ({ asksRegistry: true, sets: [[given]] }) }))).toEqual(
      signed('absent'),
    );
  });

  test('of the public registry is by keys that came along: it is asked for none', async () => {
    const keys = await fetchKeys('https://registry.npmjs.org/', settings({ allowed: [] }));
    expect(keys.length).toBeGreaterThan(0);
    expect(registry.received).toEqual([]);
  });
});

const rootOf = (GENLOCK_TRUSTED_ROOT?: string) => readTrustedRoot({ GENLOCK_TRUSTED_ROOT });

describe('provenance', () => {
  const purl = 'pkg:npm/chat@1.0.0';
  const right: Statement = { name: purl, integrity };
  const path = '/-/npm/v1/attestations/chat@1.0.0';

  async function publish(statements: readonly Statement[], change: Change = (bundle) => bundle): Promise<void> {
    const attestations = await Promise.all(statements.map((statement) => sigstore.attest(statement)));
    const changed = attestations.map(({ predicateType, bundle }) => ({ predicateType, bundle: change(bundle) }));
    registry.answer(path, (_, response) => json(response, { attestations: changed }));
    const dist = { attestations: { url: new URL(path, registry.url).href } };
    registry.publish({ name: 'chat', version: '1.0.0', archive, dist });
  }

  test('that is right tells who built it', async () => {
    await publish([right]);
    expect(await trustOf()).toEqual(trust({ issuer, subject: workflow }));
  });

  test.each<[what: string, statement: Partial<Statement>]>([
    ['of another package', { name: 'pkg:npm/evil@1.0.0' }],
    ['of another version', { name: 'pkg:npm/chat@1.0.1' }],
    ['of other bytes', { integrity: `sha512-${'A'.repeat(86)}==` }],
    ['by a certificate that had expired', { certified: new Date(Date.now() - 3_600_000) }],
    ['by a certificate of the future', { certified: new Date(Date.now() + 3_600_000) }],
  ])('%s is refused, beside a right one too', async (_, change) => {
    await publish([{ ...right, ...change }]);
    expect(await trustOf()).toBe('REGISTRY_PROVENANCE_INVALID');
    await publish([right, { ...right, ...change }]);
    expect(await trustOf()).toBe('REGISTRY_PROVENANCE_INVALID');
  });

  test.each<[what: string, change: Change]>([
    [
      'another statement below the same signature',
      (bundle) => changed(bundle, (text) => text.replace('{}', '{"a":1}')),
    ],
    ['no log', (bundle) => ({ ...bundle, verificationMaterial: { ...bundle.verificationMaterial, tlogEntries: [] } })],
    ['no bundle', () => null],
  ])('with %s is refused', async (_, change) => {
    await publish([right], change);
    expect(await trustOf()).toBe('REGISTRY_PROVENANCE_INVALID');
  });

  test('of another kind passes as none, and another kind as provenance does not pass', async () => {
    const other = await sigstore.attest({ ...right, predicateType: 'https://example.com/publish' });
    await publish([right]);
    registry.answer(path, (_, response) => json(response, { attestations: [other] }));
    expect(await trustOf()).toEqual(trust('absent'));
    const claimed = { ...other, predicateType: provenanceType };
    registry.answer(path, (_, response) => json(response, { attestations: [claimed] }));
    expect(await trustOf()).toBe('REGISTRY_PROVENANCE_INVALID');
  });

  test('by an instance nobody trusts is refused; it is the root that decides', async () => {
    await publish([right]);
    expect(await trustOf('chat', settings({ trustedRoot: publicRoot() }))).toBe('REGISTRY_PROVENANCE_INVALID');
    expect(await trustOf('chat', settings({ trustedRoot: (await builders()).trustedRoot }))).toBe(
      'REGISTRY_PROVENANCE_INVALID',
    );
    expect(await trustOf()).toEqual(trust({ issuer, subject: workflow }));
  });

  test('has to be what everybody who is trusted vouches for', async () => {
    await publish([right]);
    const others = (await builders()).trustedRoot;
    const among = (...trustedRoots: readonly unknown[]) =>
      trustOf('chat', settings({ trustedRoot: undefined, trustedRoots }));
    expect(await among(sigstore.trustedRoot)).toEqual(trust({ issuer, subject: workflow }));
    expect(await among(sigstore.trustedRoot, sigstore.trustedRoot)).toEqual(trust({ issuer, subject: workflow }));
    expect(await among(sigstore.trustedRoot, others)).toBe('REGISTRY_PROVENANCE_INVALID');
    expect(await among(others, sigstore.trustedRoot)).toBe('REGISTRY_PROVENANCE_INVALID');
    expect(await among({ tlogs: 7 })).toBe('REGISTRY_PROVENANCE_INVALID');
    expect(await among()).toBe('REGISTRY_PROVENANCE_INVALID');
    // The user's own is one of them.
    expect(await trustOf('chat', settings({ trustedRoots: [others] }))).toBe('REGISTRY_PROVENANCE_INVALID');
  });

  test('is judged by the roots a file has, if the user names one', async () => {
    await publish([right]);
    const file = join(temporaryFolder(), 'roots.json');
    writeFileSync(file, JSON.stringify(sigstore.trustedRoot));
    expect(await trustOf('chat', settings({ trustedRoot: rootOf(file) }))).toEqual(
      trust({ issuer, subject: workflow }),
    );
    expect(await trustOf('chat', settings({ trustedRoot: rootOf() }))).toBe('REGISTRY_PROVENANCE_INVALID');
    expect(() => rootOf(`${file}.nowhere`)).toThrow(expect.objectContaining({ code: 'REGISTRY_CONFIG_INVALID' }));
  });

  test('that a mirror has not is absent; what another host has is asked of the mirror', async () => {
    await using other = await fakeRegistry();
    await publish([right]);
    const dist = { attestations: { url: new URL(path, other.url).href } };
    registry.publish({ name: 'chat', version: '1.0.0', archive, dist });
    expect(await trustOf()).toEqual(trust({ issuer, subject: workflow }));
    registry.answer(path, (_, response) => json(response, {}, 404));
    expect(await trustOf()).toEqual(trust('absent'));
    registry.answer(path, (_, response) => json(response, {}, 500));
    expect(await trustOf()).toBe('REGISTRY_FAILED');
    expect(other.received).toEqual([]);
  });

  test('in a form nobody knows is refused', async () => {
    await publish([right]);
    registry.answer(path, (_, response) => json(response, { attestations: 7 }));
    expect(await trustOf()).toBe('REGISTRY_PROVENANCE_INVALID');
  });
});
