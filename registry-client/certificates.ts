import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { RegistryError } from './errors.ts';
import type { NpmSettings } from './npmrc.ts';

/**
 * Returns npm's configured certificate authorities as PEM; `undefined` if Node's default authorities apply.
 *
 * @param home the user's home folder, absolute; replaces `~/` as in npm
 * @throws RegistryError REGISTRY_CONFIG_INVALID if the certificates cannot be read or the text has no certificate
 */
export function readCertificates({ caFile, ca }: Pick<NpmSettings, 'caFile' | 'ca'>, home: string): string | undefined {
  if (ca === undefined && caFile === undefined) return undefined;
  const text = ca ?? readFile((caFile ?? '').replace(/^~(?=[/\\])/u, () => home));
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  const place = ca === undefined ? `the cafile ${caFile}` : 'the ca setting';
  throw new RegistryError('REGISTRY_CONFIG_INVALID', `${place} does not contain a certificate`);
}

function readFile(file: string): string {
  // A relative path could name a file in a cloned project, which could then make the client trust any host.
  if (!isAbsolute(file)) {
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `the cafile ${file} must be an absolute path or start with ~/`);
  }
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `the cafile ${file} can't be read`, { cause });
  }
}
