import type { ClientSettings } from '../../../registry-client/index.ts';
import { clientRules } from '../../policy/client.ts';
import type { EffectivePolicy } from '../../policy/decide.ts';
import type { Policy } from '../../policy/policy.ts';
import { machineSettings, type MachineRequest, type PackagePorts } from './machine-settings.ts';

/** Where a command may look for packages. */
export interface PackageRequest extends MachineRequest {
  /** What is judged by, before anything is asked of a registry and again before anything is fetched. */
  readonly policy: EffectivePolicy;
}

/** How plugins are asked for: as this machine does it, as far as policies let it. @throws as `npmSettings` */
export async function registrySettings(
  { policy, ...request }: PackageRequest,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<ClientSettings> {
  const machine = await machineSettings(request, ports);
  return { ...machine, ...clientRules(machine.npm, policy) };
}

/**
 * How the packages of a project's code are asked for: where npm has them from, as far as policies let it be reached. Which
 * registries they choose for plugins doesn't count, nor what stands in for those: npm doesn't know of it.
 *
 * @throws RegistryError, GenlockError REGISTRY_CONFIG_INVALID
 */
export function npmSettings(
  request: PackageRequest,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<ClientSettings> {
  const { policy } = request;
  return registrySettings({ ...request, policy: { ...policy, policies: policy.policies.map(withoutChoices) } }, ports);
}

function withoutChoices(policy: Policy): Policy {
  const { default: _, scopes: __, mirror: ___, ...registries } = policy.registries ?? {};
  return { ...policy, registries };
}
