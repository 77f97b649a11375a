import { createHash, createSecretKey, type KeyObject } from 'node:crypto';

/** A key tokens are signed with; tokens name it, so that a new one can take its place. */
export interface Key {
  readonly id: string;
  readonly key: KeyObject;
}

/** Characters of a secret, at least. */
export const shortestSecret = 32;

/** The keys of tokens: the one that signs, then the one before it, whose tokens are still good. */
export function keyring(secret: string, previous: string | undefined): readonly [Key, ...Key[]] {
  return previous === undefined ? [keyOf(secret)] : [keyOf(secret), keyOf(previous)];
}

function keyOf(secret: string): Key {
  const id = createHash('sha256').update(`kid:${secret}`).digest('base64url').slice(0, 11);
  return { id, key: createSecretKey(secret, 'utf8') };
}

/** Bits below which a secret is called easy to guess. */
const leastEntropy = 120;

/** What makes a secret easy to guess, if anything does. */
export function weaknessOf(secret: string): string | undefined {
  if (/change.?me|change.?this|replace|example|secret|password|your/i.test(secret)) {
    return 'looks like a placeholder';
  }
  const bits = secret.length * Math.log2(new Set(secret).size);
  return bits < leastEntropy ? 'is easy to guess' : undefined;
}
