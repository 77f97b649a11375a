import * as z from 'zod';
import { askIfThere } from './ask-json.ts';
import { isWithin } from './origins.ts';
import type { FoundRelease, Provenance } from './release.ts';
import type { ClientSettings } from './settings.ts';
import { trustedRoot } from './snapshot.ts';

const attestationsBytes = 2 * 1024 * 1024;

const attestationsSchema = z.object({
  attestations: z.array(z.object({ predicateType: z.string(), bundle: z.unknown() })).max(32),
});

/**
 * Returns a release's builder, based on the registry's attestations. Every provenance attestation must be valid. Other
 * attestations are ignored.
 *
 * @throws RegistryError REGISTRY_PROVENANCE_INVALID
 */
export async function fetchProvenance(release: FoundRelease, settings: ClientSettings): Promise<Provenance | 'absent'> {
  const url = addressOf(release);
  if (url === undefined) return 'absent';
  const { name, version, registry: own, mirror: registry = own } = release;
  const what = `the attestations of ${name} ${version}`;
  const answer = await askIfThere({ registry, what, answerBytes: attestationsBytes, url }, settings);
  if (answer === undefined) return 'absent';
  // Loaded on demand, because the verification library loads slowly and most releases have no attestations.
  const { invalidProvenance, provenanceType, verifyStatement } = await import('./statement.ts');
  const { data } = attestationsSchema.safeParse(answer);
  if (data === undefined) throw invalidProvenance(release, 'in an unknown format');
  const claimed = data.attestations.filter(({ predicateType }) => provenanceType.test(predicateType));
  const roots = rootsOf(settings);
  const [first] = claimed.map(({ bundle }) => verifyStatement(bundle, { release, roots }));
  return first ?? 'absent';
}

function rootsOf({ trustedRoot: own, trustedRoots = [] }: ClientSettings): readonly unknown[] {
  const named = own === undefined ? trustedRoots : [own, ...trustedRoots];
  return named.length === 0 ? [trustedRoot()] : named;
}

/**
 * Returns the attestation address at the requested registry or mirror. A proxy registry serves another registry's
 * attestations below the same path.
 */
function addressOf({ attestations, registry: own, mirror: registry = own }: FoundRelease): string | undefined {
  if (attestations === undefined || !URL.canParse(attestations, registry)) return undefined;
  const url = new URL(attestations, registry);
  if (isWithin(url, registry)) return url.href;
  const [path] = /-\/npm\/v1\/attestations\/.+$/u.exec(url.pathname) ?? [];
  return path === undefined ? undefined : new URL(path, registry).href;
}
