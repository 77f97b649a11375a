import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { GenlockError } from '../src/errors/error.ts';
import { writeWhole } from './package-records.ts';

/** A published signing key, in the format of npm's registries at `/-/npm/v1/keys`. */
export interface PublishedKey {
  /** Key id: `SHA256:…`. */
  readonly keyid: string;
  readonly keytype: 'ecdsa-sha2-nistp256';
  readonly scheme: 'ecdsa-sha2-nistp256';
  /** Base64 of a SubjectPublicKeyInfo. */
  readonly key: string;
  readonly expires: null;
}

/** A release signature, as in `dist.signatures` of packuments. */
export interface ReleaseSignature {
  readonly keyid: string;
  readonly sig: string;
}

/** The registry's signing key for accepted releases. */
export interface SigningKey {
  readonly published: PublishedKey;
  /** Signs `name@version:integrity` with ECDSA P-256. */
  readonly sign: (release: {
    readonly name: string;
    readonly version: string;
    readonly integrity: string;
  }) => ReleaseSignature;
}

/**
 * Reads the signing key from a file, or creates the key if the file does not exist.
 *
 * @throws GenlockError REGISTRY_SERVER_FAILED if the file has other content
 */
export function signingKey(file: string): SigningKey {
  const key = existsSync(file) ? read(file) : make(file);
  chmodSync(file, 0o600);
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const keyid = `SHA256:${createHash('sha256').update(der).digest('base64').replace(/=+$/u, '')}`;
  const scheme = 'ecdsa-sha2-nistp256';
  return {
    published: { keyid, keytype: scheme, scheme, key: der.toString('base64'), expires: null },
    sign: ({ name, version, integrity }) => {
      const sig = sign('sha256', Buffer.from(`${name}@${version}:${integrity}`), key).toString('base64');
      return { keyid, sig };
    },
  };
}

function make(file: string): KeyObject {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  writeWhole(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  return privateKey;
}

function read(file: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
    throw new TypeError('another kind of key');
  } catch (cause) {
    const message = "the registry's signing key is not a P-256 key";
    throw new GenlockError(
      { code: 'REGISTRY_SERVER_FAILED', message, hint: 'Restore the file from a backup.', where: { file } },
      { cause },
    );
  }
}
