import type { ClientSettings } from '../../../registry-client/index.ts';
import { addressProblem, isLoopback, registryUrl } from '../../../registry-client/origins.ts';
import { scopeOf } from '../../../registry-client/scope.ts';
import { GenlockError } from '../../errors/error.ts';
import { nearestRoot } from '../../project/open.ts';
import { machineSettings, type PackagePorts } from './machine-settings.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import { loadPolicy } from '../policy/load.ts';

/** Selected registry and the client settings for it. */
export interface RegistryTarget {
  readonly registry: string;
  readonly settings: ClientSettings;
}

/** Inputs for selecting a registry. */
export interface RegistryQuery {
  /** Absolute path. The policy of the project that contains it applies. */
  readonly cwd: string;
  /** As typed. */
  readonly registry?: string | undefined;
  /** `@acme`, or a name in it. */
  readonly name?: string | undefined;
  /** Whether the project's `.npmrc` or policy can choose the registry. `false` for uploads. */
  readonly asksProject: boolean;
  /** Whether a mirror that replaces all registries is selected, to search it. */
  readonly searches?: true;
  /** Policy that applies there; loaded if absent. */
  readonly policy?: EffectivePolicy;
}

/**
 * Selects the registry: the typed one, or the one that policies and npm's configuration define for a name. Returns
 * `undefined` if none is defined.
 *
 * @throws GenlockError POLICY_…, REGISTRY_CONFIG_INVALID; REGISTRY_INSECURE for an invalid address
 */
export async function findRegistry(
  { cwd, registry: typed, name, asksProject, searches, ...known }: RegistryQuery,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<RegistryTarget | undefined> {
  const { mirrorAlone, requireUsable } = await import('../../../registry-client/registries.ts');
  const { clientRules } = await import('../../policy/client.ts');
  const root = nearestRoot(cwd);
  const { policy = await loadPolicy({ cwd, root }, ports) } = known;
  const machine = await machineSettings({ root: asksProject ? root : undefined, near: cwd, offline: false }, ports);
  const choosing = asksProject ? policy.policies : policy.policies.filter(({ level }) => level !== 'project');
  const { npm, mirror } = clientRules(machine.npm, { ...policy, policies: choosing });
  const scope = scopeOf(name ?? '');
  const named = typed ?? (searches === true ? mirrorAlone({ mirror }) : undefined);
  if (named === undefined) requireUsable({ scope }, { npm });
  const said = named ?? (scope === undefined ? undefined : npm.scopes.get(scope)) ?? npm.registry;
  if (said === undefined) return undefined;
  const registry = registryUrl(said);
  if (registry === undefined) {
    // The part after the path can be a secret.
    const [address] = said.split(/[?#]/u);
    const message = `${JSON.stringify(address)} is not a valid registry address: ${addressProblem(said)}`;
    throw new GenlockError({ code: 'REGISTRY_INSECURE', message, ...meantHint(said) });
  }
  // Only a typed registry can be reached, and only if policies allow it.
  const reached =
    typed === undefined
      ? { known: machine.npm.known, knownExactly: machine.npm.knownExactly }
      : { known: [registry], knownExactly: [] };
  const only = { ...machine.npm, registry, scopes: new Map([['@', registry]]), ...reached };
  const settings = { ...machine, ...clientRules(only, policy), npm: { ...npm, registry, unusable: new Map() } };
  // Uploads never use a mirror.
  return { registry, settings: asksProject ? settings : { ...settings, mirror: undefined } };
}

/**
 * Selects the registry like `findRegistry`, with the public registry as the default. @throws GenlockError as
 * `findRegistry`
 */
export async function findRegistryOrPublic(
  request: RegistryQuery,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<RegistryTarget> {
  const { publicRegistry } = await import('../../../registry-client/index.ts');
  const place = await findRegistry(request, ports);
  if (place !== undefined) return place;
  const fallback = await findRegistry({ ...request, registry: publicRegistry }, ports);
  if (fallback === undefined) throw new Error('no settings found for the public registry');
  return fallback;
}

/** Registries to search, and the rule for their results. */
export interface SearchTargets {
  /** Without duplicates, the default registry first. */
  readonly targets: readonly RegistryTarget[];
  /** Returns whether `genlock add` would request a name from this registry. */
  readonly serves: (name: string, registry: string) => boolean;
  /** Address of the mirror that replaces all registries. */
  readonly mirror?: string;
}

/**
 * Selects the registries to search: the typed one, the mirror that replaces all registries, or all configured
 * registries (the default registry and the registries of scopes). The public registry is searched only if no registry is
 * configured.
 *
 * @throws GenlockError as `findRegistry`
 */
export async function searchTargets(
  request: Pick<RegistryQuery, 'cwd' | 'registry'>,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<SearchTargets> {
  const { mirrorAlone } = await import('../../../registry-client/registries.ts');
  const asked = { ...request, asksProject: true, searches: true } as const;
  const first = await findRegistryOrPublic(asked, ports);
  if (request.registry !== undefined) return { targets: [first], serves: () => true };
  const mirror = mirrorAlone(first.settings);
  requireSearchable(first.settings);
  if (mirror !== undefined) return { targets: [first], serves: () => true, mirror };
  const { scopes } = first.settings.npm;
  const found = await Promise.all([undefined, ...scopes.keys()].map((name) => findRegistry({ ...asked, name }, ports)));
  const configured = new Map(
    found.flatMap((target) => (target === undefined ? [] : [[target.registry, target] as const])),
  );
  const serves = (name: string, registry: string): boolean =>
    (scopes.get(scopeOf(name) ?? '') ?? first.registry) === registry;
  return { targets: configured.size === 0 ? [first] : [...configured.values()], serves };
}

/** @throws GenlockError REGISTRY_NOT_ALLOWED if a folder replaces all registries */
function requireSearchable({ mirror }: ClientSettings): void {
  if (mirror?.mode !== 'only' || !('folder' in mirror.place)) return;
  const message = `the folder ${mirror.place.folder} replaces every registry and cannot be searched`;
  const hint = 'Run `genlock plugin info <name>` for the plugin.';
  throw new GenlockError({ code: 'REGISTRY_NOT_ALLOWED', message, hint });
}

/** Suggests the address with its missing scheme, or with https. */
function meantHint(said: string): { readonly hint: string } {
  const secure = registryUrl(said.replace(/^(?:http:\/\/)?(?=[\w.-]+(?:[:/]|$))/u, 'https://'));
  if (secure === undefined) return { hint: 'Write the address as https://registry.example/, with its path.' };
  const meant = isLoopback(new URL(secure)) ? secure.replace(/^https:/u, 'http:') : secure;
  return { hint: `Did you mean ${meant}?` };
}
