import { createHash, hash } from 'node:crypto';

/** SHA-256 as `sha256-` and 64 hexadecimal digits. */
export type Digest = string;

/** Computes the digest of a file's bytes; text is encoded as UTF-8. An argument of pure functions. */
export type DigestOf = (content: string | Uint8Array) => Digest;

/** Computes the SHA-256 digest of a file's bytes as `sha256-<64 hexadecimal digits>`. Text is encoded as UTF-8. */
export function digestOf(content: string | Uint8Array): Digest {
  return `sha256-${hash('sha256', content)}`;
}

/** Computes the digest of bytes that are given in parts. */
export function digestOfParts(parts: Iterable<string | Uint8Array>): Digest {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return `sha256-${sum.digest('hex')}`;
}

/** Pattern of a digest, which is also the file name of an object. */
export const digestPattern = /^sha256-[0-9a-f]{64}$/u;
