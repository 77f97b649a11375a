import type { ClientSettings } from '../../../registry-client/index.ts';
import { clientRules } from '../../policy/client.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import type { Policy } from '../../policy/policy.ts';
import { machineSettings, type MachineRequest, type PackagePorts } from './machine-settings.ts';

/** Options for package requests. */
export interface PackageRequest extends MachineRequest {
  /** Policy that is checked before every registry request and again before every download. */
  readonly policy: EffectivePolicy;
}

/** Returns the client settings for plugins: the machine's settings, restricted by policies. @throws as `npmSettings` */
export async function registrySettings(
  { policy, ...request }: PackageRequest,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<ClientSettings> {
  const machine = await machineSettings(request, ports);
  return { ...machine, ...clientRules(machine.npm, policy) };
}

/**
 * Returns the client settings for the packages of a project: npm's registries, restricted by policies. Registries and
 * mirrors that policies choose for plugins are ignored, because npm does not use them.
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
