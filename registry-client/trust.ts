import { fetchProvenance } from './provenance.ts';
import { fetchKeys } from './registry-keys.ts';
import type { FoundRelease, Trust } from './release.ts';
import type { ClientSettings } from './settings.ts';
import { checkSignatures } from './signatures.ts';

/**
 * What is proved of a release: that its registry signed it, and who built it.
 *
 * @throws RegistryError REGISTRY_SIGNATURE_INVALID, REGISTRY_PROVENANCE_INVALID for what is there and wrong, and
 * everything asking can throw
 */
export async function judgeTrust(release: FoundRelease, settings: ClientSettings): Promise<Trust> {
  const [keys, provenance] = await Promise.all([
    release.signatures.length === 0 ? [] : fetchKeys(release.registry, settings),
    fetchProvenance(release, settings),
  ]);
  return { signatures: checkSignatures(release, keys, settings), provenance };
}
