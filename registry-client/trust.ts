import { fetchProvenance } from './provenance.ts';
import { fetchKeys } from './registry-keys.ts';
import type { FoundRelease, Trust } from './release.ts';
import type { ClientSettings } from './settings.ts';
import { checkSignatures } from './signatures.ts';

/**
 * Verifies a release's registry signatures and provenance.
 *
 * @throws RegistryError REGISTRY_SIGNATURE_INVALID, REGISTRY_PROVENANCE_INVALID for invalid proofs, and all errors of
 * `request`
 */
export async function judgeTrust(release: FoundRelease, settings: ClientSettings): Promise<Trust> {
  const [keys, provenance] = await Promise.all([
    release.signatures.length === 0 ? [] : fetchKeys(release.registry, settings),
    fetchProvenance(release, settings),
  ]);
  return { signatures: checkSignatures(release, keys, settings), provenance };
}
