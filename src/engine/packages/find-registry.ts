import type { ClientSettings } from '../../../registry-client/index.ts';
import { GenlockError } from '../../errors/error.ts';
import { nearestRoot } from '../../project/open.ts';
import { machineSettings, type PackagePorts } from './machine-settings.ts';
import type { EffectivePolicy } from '../../policy/decide.ts';
import { loadPolicy } from '../policy/load.ts';

/** A registry that is meant, and what it is talked to with. */
export interface RegistryTarget {
  readonly registry: string;
  readonly settings: ClientSettings;
}

/** How a registry is found. */
export interface PlaceRequest {
  /** Absolute; the policy of the project it lies in holds. */
  readonly cwd: string;
  /** As typed. */
  readonly registry?: string | undefined;
  /** `@acme`, or a name in it. */
  readonly name?: string | undefined;
  /** Whether a project's `.npmrc` or policy may say it: not where something goes out. */
  readonly asksProject: boolean;
  /** What applies there; it is looked for if absent. */
  readonly policy?: EffectivePolicy;
}

/**
 * The registry that was typed, or that policies and npm's configuration have for a name; nothing if nobody has said any.
 *
 * @throws GenlockError POLICY_…, REGISTRY_CONFIG_INVALID; REGISTRY_INSECURE for an address that can't be used
 */
export async function findRegistry(
  { cwd, registry: typed, name, asksProject, ...known }: PlaceRequest,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<RegistryTarget | undefined> {
  const { registryUrl } = await import('../../../registry-client/index.ts');
  const { mirrorAlone, requireUsable } = await import('../../../registry-client/registries.ts');
  const { clientRules } = await import('../../policy/client.ts');
  const root = nearestRoot(cwd);
  const { policy = loadPolicy({ cwd, root }, ports) } = known;
  const machine = await machineSettings({ root: asksProject ? root : undefined, near: cwd, offline: false }, ports);
  const choosing = asksProject ? policy.policies : policy.policies.filter(({ level }) => level !== 'project');
  const { npm, mirror } = clientRules(machine.npm, { ...policy, policies: choosing });
  const [scope] = /^@[^/]+/u.exec(name ?? '') ?? [];
  const named = typed ?? (asksProject ? mirrorAlone({ mirror }) : undefined);
  if (named === undefined) requireUsable({ scope }, { npm });
  const said = named ?? (scope === undefined ? undefined : npm.scopes.get(scope)) ?? npm.registry;
  if (said === undefined) return undefined;
  const registry = registryUrl(said);
  if (registry === undefined) {
    // What follows its path may be a secret.
    const [address] = said.split(/[?#]/u);
    const message = `${JSON.stringify(address)} is no https address of a registry, without a user, a query or a fragment`;
    throw new GenlockError({ code: 'REGISTRY_INSECURE', message });
  }
  // What was typed may be reached, as far as policies don't say otherwise; and nothing else.
  const reached =
    typed === undefined
      ? { known: machine.npm.known, knownExactly: machine.npm.knownExactly }
      : { known: [registry], knownExactly: [] };
  const only = { ...machine.npm, registry, scopes: new Map([['@', registry]]), ...reached };
  const settings = { ...machine, ...clientRules(only, policy), npm: { ...npm, registry, unusable: new Map() } };
  // A mirror answers in place of registries; nothing goes out to it.
  return { registry, settings: asksProject ? settings : { ...settings, mirror: undefined } };
}

/** The same, and the public registry if nobody has said any. @throws GenlockError as `findRegistry` */
export async function placeOrPublic(
  request: PlaceRequest,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<RegistryTarget> {
  const { publicRegistry } = await import('../../../registry-client/index.ts');
  const place = await findRegistry(request, ports);
  if (place !== undefined) return place;
  const fallback = await findRegistry({ ...request, registry: publicRegistry }, ports);
  if (fallback === undefined) throw new Error('a registry that is named is none');
  return fallback;
}
