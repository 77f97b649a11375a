import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { RegistryError } from './errors.ts';
import type { NpmSettings } from './npmrc.ts';

/**
 * The certificate authorities npm is told of, PEM; nothing if it isn't, and Node's own count.
 *
 * @param home the user's home folder, absolute: `~/` is in it, as for npm
 * @throws RegistryError REGISTRY_CONFIG_INVALID if they can't be read, or are none
 */
export function readCertificates({ caFile, ca }: Pick<NpmSettings, 'caFile' | 'ca'>, home: string): string | undefined {
  if (ca === undefined && caFile === undefined) return undefined;
  const text = ca ?? readFile((caFile ?? '').replace(/^~(?=[/\\])/u, () => home));
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  const place = ca === undefined ? `the cafile ${caFile}` : 'what is said as ca';
  throw new RegistryError('REGISTRY_CONFIG_INVALID', `${place} holds no certificate`);
}

function readFile(file: string): string {
  // What lies in the current folder may have been cloned, and would vouch for whoever its author likes.
  if (!isAbsolute(file)) {
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `the cafile ${file} is no absolute path, nor one in ~/`);
  }
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `the cafile ${file} can't be read`, { cause });
  }
}
