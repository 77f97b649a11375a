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

/** Changes the statement in an envelope. */
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
  ])('is checked if it is %s', async (...[, trust, keys, dist, more]) => {
    if (keys !== undefined) serveKeys(keys);
    publish(dist, more);
    expect(await trustOf()).toEqual(trust);
  });

  test('is not absent if the keys are unavailable', async () => {
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
    // The registry has the same key.
    serveKeys();
    publish();
    expect(await trustOf('chat', settings({ keys: () => keys }))).toEqual(trust);
    expect(registry.received.some(({ path }) => path.endsWith('/keys'))).toBe(keys.asksRegistry);
    // Control: with the keys of the registry itself.
    expect(await trustOf()).toEqual(signed('verified'));
  });

  test('is absent if the registry does not have the configured key', async () => {
    publish();
    registry.answer('/-/npm/v1/keys', (_, response) => json(response, { keys: [] }));
    expect(await trustOf('chat', settings({ keys: () => ({ asksRegistry: true, sets: [[given]] }) }))).toEqual(
      signed('absent'),
    );
  });

  test('is checked with built-in keys for the public registry, without a request', async () => {
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

  test('names the builder if it is valid', async () => {
    await publish([right]);
    expect(await trustOf()).toEqual(trust({ issuer, subject: workflow }));
  });

  test.each<[what: string, statement: Partial<Statement>]>([
    ['of another package', { name: 'pkg:npm/evil@1.0.0' }],
    ['of another version', { name: 'pkg:npm/chat@1.0.1' }],
    ['of other bytes', { integrity: `sha512-${'A'.repeat(86)}==` }],
    ['by a certificate that had expired', { certified: new Date(Date.now() - 3_600_000) }],
    ['by a certificate of the future', { certified: new Date(Date.now() + 3_600_000) }],
  ])('%s is refused, also next to valid provenance', async (_, change) => {
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
  ])('is refused with %s', async (_, change) => {
    await publish([right], change);
    expect(await trustOf()).toBe('REGISTRY_PROVENANCE_INVALID');
  });

  test('is absent with another predicate type, and refused if the type is forged', async () => {
    const other = await sigstore.attest({ ...right, predicateType: 'https://example.com/publish' });
    await publish([right]);
    registry.answer(path, (_, response) => json(response, { attestations: [other] }));
    expect(await trustOf()).toEqual(trust('absent'));
    const claimed = { ...other, predicateType: provenanceType };
    registry.answer(path, (_, response) => json(response, { attestations: [claimed] }));
    expect(await trustOf()).toBe('REGISTRY_PROVENANCE_INVALID');
  });

  test('is refused from an instance without a trusted root', async () => {
    await publish([right]);
    expect(await trustOf('chat', settings({ trustedRoot: publicRoot() }))).toBe('REGISTRY_PROVENANCE_INVALID');
    expect(await trustOf('chat', settings({ trustedRoot: (await builders()).trustedRoot }))).toBe(
      'REGISTRY_PROVENANCE_INVALID',
    );
    expect(await trustOf()).toEqual(trust({ issuer, subject: workflow }));
  });

  test('must be valid for every trusted root', async () => {
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
    // The user's own root is required, too.
    expect(await trustOf('chat', settings({ trustedRoots: [others] }))).toBe('REGISTRY_PROVENANCE_INVALID');
  });

  test('is checked with the roots from a file of the user', async () => {
    await publish([right]);
    const file = join(temporaryFolder(), 'roots.json');
    writeFileSync(file, JSON.stringify(sigstore.trustedRoot));
    expect(await trustOf('chat', settings({ trustedRoot: rootOf(file) }))).toEqual(
      trust({ issuer, subject: workflow }),
    );
    expect(await trustOf('chat', settings({ trustedRoot: rootOf() }))).toBe('REGISTRY_PROVENANCE_INVALID');
    expect(() => rootOf(`${file}.nowhere`)).toThrow(expect.objectContaining({ code: 'REGISTRY_CONFIG_INVALID' }));
  });

  test('is absent if the mirror does not have it, and never requested from another host', async () => {
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

  test('is refused in an unknown form', async () => {
    await publish([right]);
    registry.answer(path, (_, response) => json(response, { attestations: 7 }));
    expect(await trustOf()).toBe('REGISTRY_PROVENANCE_INVALID');
  });
});
