import type { RegistryErrorCode } from '../../../registry-client/index.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import type { Policy } from '../../policy/policy.ts';
import { readRevocations } from '../../policy/revocations.ts';
import { revocationsUnknown } from './referenced-files.ts';
import { loadPolicy, type PolicyPorts, type PolicyScope } from './load.ts';
import { requestPolicyText, type PolicyTextScope } from './policy-text.ts';

/** Policies that apply here, and network access for their revocation lists. */
export interface PolicyResolutionScope extends PolicyScope {
  /** Whether revocation lists can be fetched. Otherwise cached lists are used. */
  readonly network: boolean;
}

/**
 * Loads and combines all policies that apply here, including their revocation lists. Required for every evaluation of
 * plugins.
 *
 * @throws GenlockError POLICY_…; POLICY_REVOCATIONS if a list is unavailable, damaged or too old
 */
export async function resolvePolicy(scope: PolicyResolutionScope, ports: PolicyPorts): Promise<EffectivePolicy> {
  const effective = await loadPolicy(scope, ports);
  const policies = await Promise.all(
    effective.policies.map((policy) => withList(policy, { ...scope, criteria: effective }, ports)),
  );
  return { ...effective, policies };
}

/** Adds the fetched revocation list to a policy. @throws GenlockError POLICY_REVOCATIONS, REGISTRY_CONFIG_INVALID */
export async function withList(policy: Policy, scope: PolicyTextScope, ports: PolicyPorts): Promise<Policy> {
  const { url, maxStale } = policy.trust?.revocations ?? {};
  if (url === undefined || maxStale === undefined) return policy;
  const text = await fetched(url, { ...scope, policy }, ports);
  // The part after the path can be a secret.
  const { origin, pathname } = new URL(url);
  const file = `${origin}${pathname}`;
  return { ...policy, revoked: readRevocations({ text, file, maxStale, now: ports.clock() }) };
}

interface Asked extends PolicyTextScope {
  readonly policy: Policy;
}

async function fetched(url: string, request: Asked, ports: PolicyPorts): Promise<string> {
  const { policy, network } = request;
  const { RegistryError } = await import('../../../registry-client/index.ts');
  try {
    return await requestPolicyText({ url, what: 'the revocation list' }, request, ports);
  } catch (cause) {
    if (!(cause instanceof RegistryError)) throw cause;
    if (network && mayPass.has(cause.code)) return fetched(url, { ...request, network: false }, ports);
    throw revocationsUnknown(policy, cause);
  }
}

/** Errors after which the cached list is used. `maxStale` limits its age. */
const mayPass: ReadonlySet<string> = new Set<RegistryErrorCode>([
  'REGISTRY_UNREACHABLE',
  'REGISTRY_UNTRUSTED',
  'REGISTRY_TIMEOUT',
  'REGISTRY_RATE_LIMITED',
  'REGISTRY_FAILED',
]);
