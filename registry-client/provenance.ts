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
 * Who built a release, by the attestations its registry has of it. Every statement of provenance must be right; those
 * of other kinds don't count.
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
  // Most releases have none, and what verifies them takes long to load.
  const { invalidProvenance, provenanceType, verifyStatement } = await import('./statement.ts');
  const { data } = attestationsSchema.safeParse(answer);
  if (data === undefined) throw invalidProvenance(release, 'not in any form that is known');
  const claimed = data.attestations.filter(({ predicateType }) => provenanceType.test(predicateType));
  const roots = rootsOf(settings);
  const [first] = claimed.map(({ bundle }) => verifyStatement(bundle, { release, roots }));
  return first ?? 'absent';
}

function rootsOf({ trustedRoot: own, trustedRoots = [] }: ClientSettings): readonly unknown[] {
  const named = own === undefined ? trustedRoots : [own, ...trustedRoots];
  return named.length === 0 ? [trustedRoot()] : named;
}

/** Always the registry or mirror that was asked: one that passes on what another says keeps its attestations below the same path. */
function addressOf({ attestations, registry: own, mirror: registry = own }: FoundRelease): string | undefined {
  if (attestations === undefined || !URL.canParse(attestations, registry)) return undefined;
  const url = new URL(attestations, registry);
  if (isWithin(url, registry)) return url.href;
  const [path] = /-\/npm\/v1\/attestations\/.+$/u.exec(url.pathname) ?? [];
  return path === undefined ? undefined : new URL(path, registry).href;
}
