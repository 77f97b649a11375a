import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { RegistryError } from './errors.ts';
import type { FoundRelease, Trust } from './release.ts';

/** A key a registry signs with, as npm's registries publish them at `/-/npm/v1/keys`. */
export interface RegistryKey {
  /** `SHA256:…` */
  readonly id: string;
  readonly key: KeyObject;
  /** From this instant on it signs nothing any more. */
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
 * Takes a registry's answer for what it is.
 *
 * @throws RegistryError REGISTRY_ANSWER_INVALID
 */
export function readKeys(value: unknown): readonly RegistryKey[] {
  const { data } = keysSchema.safeParse(value);
  if (data === undefined) throw new RegistryError('REGISTRY_ANSWER_INVALID', "the registry's keys are none");
  return data.keys.flatMap(({ keyid: id, key, expires }) => {
    const parsed = publicKey(key);
    return parsed === undefined ? [] : [{ id, key: parsed, expires: expires == null ? undefined : new Date(expires) }];
  });
}

/** Base64 of a SubjectPublicKeyInfo; nothing for what isn't a key on the curve P-256, which is what npm's registries use. */
function publicKey(base64: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks a registry's signatures of a release: ECDSA over `name@version:integrity`. Any that can be checked must be
 * right; those by keys nobody knows don't count. A release of unknown age was published now at the latest.
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
  return new RegistryError('REGISTRY_SIGNATURE_INVALID', `the signature of ${name} ${version} is one ${reason}`);
}
