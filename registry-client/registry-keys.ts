import { askIfThere } from './ask-json.ts';
import { publicRegistry } from './public-registry.ts';
import type { ClientSettings } from './settings.ts';
import { readKeys, type RegistryKey } from './signatures.ts';
import { publicKeys } from './snapshot.ts';

const keysBytes = 256 * 1024;

/**
 * The keys a registry signs with: those of the public one came with the client, any other says its own. None if it has
 * none.
 *
 * @throws RegistryError
 */
export async function fetchKeys(registry: string, settings: ClientSettings): Promise<readonly RegistryKey[]> {
  if (registry === publicRegistry) return readKeys(publicKeys());
  const url = new URL('-/npm/v1/keys', registry).href;
  const answer = await askIfThere({ registry, what: 'its keys', answerBytes: keysBytes, url }, settings);
  return answer === undefined ? [] : readKeys(answer);
}
