import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { RegistryError } from './errors.ts';
import type { FoundRelease, Trust } from './release.ts';

/** A registry's signing key, as published at `/-/npm/v1/keys`. */
export interface RegistryKey {
  /** `SHA256:…` */
  readonly id: string;
  readonly key: KeyObject;
  /** Time from which the key's signatures are invalid. */
  readonly expires: Date | undefined;
}

const keysSchema = z.object({
  keys: z
    .array(
      z.object({
        keyid: z.string().max(200),
        key: z.string().max(2_000),
        expires: z.iso.datetime({ offset: true }).nullish(),
      }),
    )
    .max(100),
});

/**
 * Validates a registry's key list.
 *
 * @throws RegistryError REGISTRY_ANSWER_INVALID
 */
export function readKeys(value: unknown): readonly RegistryKey[] {
  const { data } = keysSchema.safeParse(value);
  if (data === undefined) throw new RegistryError('REGISTRY_ANSWER_INVALID', "the registry's key list is invalid");
  return data.keys.flatMap(({ keyid: id, key, expires }) => {
    const parsed = publicKey(key);
    return parsed === undefined ? [] : [{ id, key: parsed, expires: expires == null ? undefined : new Date(expires) }];
  });
}

/** Parses a base64 SubjectPublicKeyInfo; `undefined` for keys not on curve P-256, which npm's registries use. */
function publicKey(base64: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Verifies a registry's signatures over `name@version:integrity` (ECDSA). All signatures with known keys must be valid.
 * Signatures with unknown keys are ignored. A release of unknown age counts as published now.
 *
 * @throws RegistryError REGISTRY_SIGNATURE_INVALID
 */
export function checkSignatures(
  release: FoundRelease,
  keys: readonly RegistryKey[],
  { now }: { readonly now: Date },
): Trust['signatures'] {
  const { name, version, integrity, signatures, publishedAt = now } = release;
  const signed = Buffer.from(`${name}@${version}:${integrity}`);
  const known = signatures.flatMap(({ keyid, sig }) => {
    const key = keys.find(({ id }) => id === keyid);
    return key === undefined ? [] : [{ key, sig }];
  });
  for (const { key, sig } of known) {
    const isLate = key.expires !== undefined && publishedAt >= key.expires;
    if (isLate) throw invalid(release, 'by a key that had expired');
    if (!verify('sha256', signed, key.key, Buffer.from(sig, 'base64'))) throw invalid(release, 'of something else');
  }
  return known.length > 0 ? 'verified' : 'absent';
}

function invalid({ name, version }: FoundRelease, reason: string): RegistryError {
  return new RegistryError('REGISTRY_SIGNATURE_INVALID', `the signature of ${name} ${version} is ${reason}`);
}
