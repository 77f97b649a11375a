import { readFileSync } from 'node:fs';
import { RegistryError } from './errors.ts';
import type { Environment } from './npmrc.ts';

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
