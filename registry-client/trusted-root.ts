import { readFileSync } from 'node:fs';
import { RegistryError } from './errors.ts';
import type { Environment } from './npmrc.ts';
import { registryUrl } from './origins.ts';
import type { ClientSettings } from './settings.ts';

/**
 * Reads the Sigstore trusted root in the `GENLOCK_TRUSTED_ROOT` file; `undefined` if unset, for the public instance.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID if the file cannot be read
 */
export function readTrustedRoot(env: Environment): unknown {
  const file = env['GENLOCK_TRUSTED_ROOT'];
  if (file === undefined || file === '') return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `the trusted root ${file} cannot be read`, { cause });
  }
}

/**
 * Reads the Sigstore instance for signing provenance from `GENLOCK_FULCIO_URL` and `GENLOCK_REKOR_URL`; `undefined` if
 * unset, for the public instance.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID if only one variable is set or an address is not https
 */
export function readSigning(env: Environment): ClientSettings['signing'] {
  const [fulcio = '', rekor = ''] = [env['GENLOCK_FULCIO_URL'], env['GENLOCK_REKOR_URL']];
  if (fulcio === '' && rekor === '') return undefined;
  const [fulcioURL, rekorURL] = [fulcio, rekor].map((url) => registryUrl(url)?.slice(0, -1));
  if (fulcioURL !== undefined && rekorURL !== undefined) return { fulcioURL, rekorURL };
  const message = 'GENLOCK_FULCIO_URL and GENLOCK_REKOR_URL must be https addresses; set both or none';
  throw new RegistryError('REGISTRY_CONFIG_INVALID', message);
}
