import type { NpmSettings } from '../../registry-client/npmrc.ts';
import { isWithin } from '../../registry-client/origins.ts';
import { publicRegistry } from '../../registry-client/public-registry.ts';
import { withFinalSlash } from './evaluate/origin.ts';
import type { Policy } from './policy.ts';

/**
 * Returns the registries that are known from outside the project: the public registry and those configured by the user,
 * the machine or their policies. A project can choose only among these registries and paths below them, so a cloned
 * project cannot send requests to other hosts. Registries known only from credentials must match exactly, because one
 * host can serve several tenants.
 */
export function knownRegistries(
  registries: readonly string[],
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
  return registries.filter(
    (registry) => npm.knownExactly.includes(registry) || known.some((wide) => isWithin(new URL(registry), wide)),
  );
}
