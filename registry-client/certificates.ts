import { readFileSync } from 'node:fs';
import { RegistryError } from './errors.ts';
import type { NpmSettings } from './npmrc.ts';

/**
 * The certificate authorities npm is told of; nothing if it isn't, and Node's own count.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID if the file can't be read
 */
export function readCertificates({ caFile }: Pick<NpmSettings, 'caFile'>): string | undefined {
  if (caFile === undefined) return undefined;
  try {
    return readFileSync(caFile, 'utf8');
  } catch (cause) {
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `the cafile ${caFile} can't be read`, { cause });
  }
}
