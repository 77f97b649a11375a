import { askIfThere } from './ask-json.ts';
import { publicRegistry } from './public-registry.ts';
import type { ClientSettings } from './settings.ts';
import { readKeys, type RegistryKey } from './signatures.ts';
import { publicKeys } from './snapshot.ts';

const keysBytes = 256 * 1024;

/**
 * Fetches a registry's signing keys: configured keys, the bundled keys of the public registry, or the keys that the
 * registry publishes. Empty if the registry has no keys.
 *
 * @throws RegistryError
 */
export async function fetchKeys(registry: string, settings: ClientSettings): Promise<readonly RegistryKey[]> {
  const { asksRegistry, sets } = settings.keys?.(registry) ?? { asksRegistry: true, sets: [] };
  const own = asksRegistry ? [await ownKeys(registry, settings)] : [];
  const [first = [], ...others] = [...own, ...sets.map((keys) => readKeys({ keys }))];
  return others.reduce(inBoth, first);
}

/** Returns the keys in both lists, each with the earlier expiry date. */
function inBoth(some: readonly RegistryKey[], others: readonly RegistryKey[]): readonly RegistryKey[] {
  return some.flatMap((key) => {
    const same = others.find((other) => other.id === key.id && other.key.equals(key.key));
    if (same === undefined) return [];
    return [(same.expires ?? forever) < (key.expires ?? forever) ? same : key];
  });
}

const forever = new Date(8.64e15);

async function ownKeys(registry: string, settings: ClientSettings): Promise<readonly RegistryKey[]> {
  if (registry === publicRegistry) return readKeys(publicKeys());
  // A mirror may serve a registry's signatures but not its keys.
  if (settings.mirror?.mode === 'only') return [];
  const url = new URL('-/npm/v1/keys', registry).href;
  const answer = await askIfThere({ registry, what: 'its keys', answerBytes: keysBytes, url }, settings);
  return answer === undefined ? [] : readKeys(answer);
}
