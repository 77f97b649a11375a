import { readFileSync } from 'node:fs';
import { RegistryError } from './errors.ts';
import type { Environment } from './npmrc.ts';
import { registryUrl } from './origins.ts';
import type { ClientSettings } from './settings.ts';

/**
 * Whom to trust to say who built what, where `GENLOCK_TRUSTED_ROOT` names a file of Sigstore's form; nothing if it
 * doesn't, and the public instance counts.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID if the file can't be read
 */
export function readTrustedRoot(env: Environment): unknown {
  const file = env['GENLOCK_TRUSTED_ROOT'];
  if (file === undefined || file === '') return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `the trusted root ${file} can't be read`, { cause });
  }
}

/**
 * Where it is signed how a release was made, if `GENLOCK_FULCIO_URL` and `GENLOCK_REKOR_URL` name an instance of
 * Sigstore; nothing if they don't, and it is the public one.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID if only one of them does, or it is no https address
 */
export function readSigning(env: Environment): ClientSettings['signing'] {
  const [fulcio = '', rekor = ''] = [env['GENLOCK_FULCIO_URL'], env['GENLOCK_REKOR_URL']];
  if (fulcio === '' && rekor === '') return undefined;
  const [fulcioURL, rekorURL] = [fulcio, rekor].map((url) => registryUrl(url)?.slice(0, -1));
  if (fulcioURL !== undefined && rekorURL !== undefined) return { fulcioURL, rekorURL };
  const message = 'GENLOCK_FULCIO_URL and GENLOCK_REKOR_URL have to be https addresses, both or none';
  throw new RegistryError('REGISTRY_CONFIG_INVALID', message);
}
