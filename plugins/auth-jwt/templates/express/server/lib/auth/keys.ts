import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** A signing key. Tokens contain the key id, so keys can be rotated. */
export interface Key {
  readonly id: string;
  readonly key: KeyObject;
}

/** The minimum length of a secret, in characters. */
export const shortestSecret = 32;

/** Returns the signing key, followed by the previous key, whose tokens are still valid. */
export function keyring(secret: string, previous: string | undefined): readonly [Key, ...Key[]] {
  return previous === undefined ? [keyOf(secret)] : [keyOf(secret), keyOf(previous)];
}

function keyOf(secret: string): Key {
  const id = createHash('sha256').update(`kid:${secret}`).digest('base64url').slice(0, 11);
  return { id, key: createSecretKey(secret, 'utf8') };
}

/** The minimum entropy of a secret, in bits. */
const leastEntropy = 120;

/** Returns why a secret is weak; `undefined` if it is strong. */
export function weaknessOf(secret: string): string | undefined {
  if (/change.?me|change.?this|replace|example|secret|password|your/i.test(secret)) {
    return 'looks like a placeholder';
  }
  const bits = secret.length * Math.log2(new Set(secret).size);
  return bits < leastEntropy ? 'is easy to guess' : undefined;
}

/**
 * Derives keys of 256 bits from a keyring, for a single purpose (HKDF, RFC 5869). The first key is
 * current. The others belong to previous secrets.
 */
export function deriveKeys(
  [current, ...previous]: readonly [Key, ...Key[]],
  purpose: string,
): readonly [KeyObject, ...KeyObject[]] {
  const derive = ({ key }: Key) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, 32)));
  return [derive(current), ...previous.map(derive)];
}
