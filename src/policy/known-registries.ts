import type { NpmSettings } from '../../registry-client/npmrc.ts';
import { isWithin } from '../../registry-client/origins.ts';
import { publicRegistry } from '../../registry-client/public-registry.ts';
import { withFinalSlash } from './evaluate/origin.ts';
import type { Policy } from './policy.ts';

/**
 * Of registries, those that somebody knows who didn't come with the project: the public one, and what the user, the
 * machine or a policy of theirs names. A project chooses among them, and what is below; a clone leads nowhere else. What
 * only credentials name is known as it stands: on a host of many tenants they are one tenant's.
 */
export function knownPlaces(
  places: readonly string[],
  {
    npm,
    policies,
  }: { readonly npm: Pick<NpmSettings, 'known' | 'knownExactly'>; readonly policies: readonly Policy[] },
): readonly string[] {
  const named = policies.flatMap(({ level, registries = {} }) => {
    const { allow = [], default: standard = [], scopes = {} } = registries;
    return level === 'project' ? [] : [...allow, standard, ...Object.values(scopes)].flat();
  });
  const known = [publicRegistry, ...npm.known, ...named.map(withFinalSlash)];
  return places.filter(
    (place) => npm.knownExactly.includes(place) || known.some((wide) => isWithin(new URL(place), wide)),
  );
}
