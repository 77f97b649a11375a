import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { RegistryError } from '../../../registry-client/errors.ts';
import type { FoundRelease } from '../../../registry-client/release.ts';
import { checkSignatures, readKeys } from '../../../registry-client/signatures.ts';

const ours = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const theirs = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const integrity = `sha512-${'A'.repeat(86)}==`;

const keyOf = ({ publicKey }: { publicKey: KeyObject }, more: object = {}) => ({
  keyid: 'SHA256:ours',
  key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  ...more,
});

function release(
  text = `chat@1.0.0:${integrity}`,
  { keyid = 'SHA256:ours', key = ours.privateKey } = {},
): FoundRelease {
  return {
    name: 'chat',
    version: '1.0.0',
    registry: 'https://registry.example/',
    tarball: 'https://registry.example/chat.tgz',
    integrity,
    publishedAt: new Date('2026-01-01T00:00:00Z'),
    publisher: undefined,
    signatures: [{ keyid, sig: sign('sha256', Buffer.from(text), key).toString('base64') }],
    attestations: undefined,
    deprecated: undefined,
  };
}

function verdict(signed: FoundRelease, keys: readonly object[]): string {
  try {
    return checkSignatures(signed, readKeys({ keys }), { now: new Date('2026-06-01T00:00:00Z') });
  } catch (error) {
    if (error instanceof RegistryError) return error.code;
    throw error;
  }
}

test.each<[what: string, verdict: string, release: FoundRelease, keys: readonly object[]]>([
  ['a signature', 'verified', release(), [keyOf(ours)]],
  [
    'one of several',
    'verified',
    { ...release(), signatures: [...release('x', { keyid: 'other' }).signatures, ...release().signatures] },
    [keyOf(ours)],
  ],
  ['none', 'absent', { ...release(), signatures: [] }, [keyOf(ours)]],
  ['none of a key that is known', 'absent', release(undefined, { keyid: 'SHA256:other' }), [keyOf(ours)]],
  ['one of another version', 'REGISTRY_SIGNATURE_INVALID', release(`chat@1.0.1:${integrity}`), [keyOf(ours)]],
  ['one of other bytes', 'REGISTRY_SIGNATURE_INVALID', release(`chat@1.0.0:sha512-${'B'.repeat(86)}==`), [keyOf(ours)]],
  ['one by somebody else', 'REGISTRY_SIGNATURE_INVALID', release(undefined, { key: theirs.privateKey }), [keyOf(ours)]],
  [
    'one by a key that had expired',
    'REGISTRY_SIGNATURE_INVALID',
    release(),
    [keyOf(ours, { expires: '2025-12-31T00:00:00.000Z' })],
  ],
  ['one by a key that expired later', 'verified', release(), [keyOf(ours, { expires: '2026-12-31T00:00:00.000Z' })]],
  // The registry has no times, or its clock is a minute ahead.
  [
    'one by a key that expires later, of unknown age',
    'verified',
    { ...release(), publishedAt: undefined },
    [keyOf(ours, { expires: '2026-12-31T00:00:00.000Z' })],
  ],
  [
    'one by a key that expired, of unknown age',
    'REGISTRY_SIGNATURE_INVALID',
    { ...release(), publishedAt: undefined },
    [keyOf(ours, { expires: '2026-05-31T00:00:00.000Z' })],
  ],
  ['one by a key of another kind', 'absent', release(), [keyOf(generateKeyPairSync('ed25519'))]],
  ['one by a key that is none', 'absent', release(), [{ keyid: 'SHA256:ours', key: 'AAAA' }]],
])('%s is %s', (...[, expected, signed, keys]) => {
  expect(verdict(signed, keys)).toBe(expected);
});

test.each([[null], [[]], [{}], [{ keys: 'none' }], [{ keys: [{ keyid: 1 }] }]])('refuses %j as keys', (answer) => {
  expect(() => readKeys(answer)).toThrow(expect.objectContaining({ code: 'REGISTRY_ANSWER_INVALID' }));
});
