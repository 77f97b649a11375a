import type { ClientSettings } from '../../registry-client/index.ts';
import type { Decision } from '../policy/decide.ts';
import type { Policy } from '../policy/policy.ts';
import { machineSettings, type MachineRequest, type PackagePorts } from './packages-settings.ts';

/**
 * How the packages of a project's code are asked for: where npm has them from, as far as policies let it be reached. Which
 * registries they choose for plugins doesn't count, nor what stands in for those: npm doesn't know of it.
 *
 * @throws RegistryError, GenlockError REGISTRY_CONFIG_INVALID
 */
export async function npmSettings(
  { policy, ...request }: MachineRequest & { readonly policy: Decision },
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<ClientSettings> {
  const { clientRules } = await import('../policy/client.ts');
  const machine = await machineSettings(request, ports);
  const policies = policy.policies.map(withoutChoices);
  return { ...machine, ...clientRules(machine.npm, { ...policy, policies }) };
}

function withoutChoices(policy: Policy): Policy {
  const { default: _, scopes: __, mirror: ___, ...registries } = policy.registries ?? {};
  return { ...policy, registries };
}
