import type { RegistryErrorCode } from '../../../registry-client/index.ts';
import type { EffectivePolicy } from '../../policy/decide.ts';
import type { Criteria } from '../../policy/evaluate/evaluate.ts';
import type { Policy } from '../../policy/policy.ts';
import { readRevocations } from '../../policy/revocations.ts';
import { asGenlockErrors, machineSettings } from '../packages/machine-settings.ts';
import { revocationsUnknown } from './referenced-files.ts';
import { loadPolicy, type PolicyPorts, type PolicyScope } from './load.ts';

/** What decides on plugins here, and what may be reached to know it. */
export interface JudgingScope extends PolicyScope {
  /** Lists of what is revoked may be fetched; otherwise those that were before have to do. */
  readonly network: boolean;
}

/**
 * What every policy that applies here says together, with the lists they name. Whoever judges plugins needs this.
 *
 * @throws GenlockError POLICY_…; POLICY_REVOCATIONS if a list isn't to be had, is damaged, or is too old
 */
export async function resolvePolicy(scope: JudgingScope, ports: PolicyPorts): Promise<EffectivePolicy> {
  const decision = loadPolicy(scope, ports);
  const policies = await Promise.all(
    decision.policies.map((policy) => withList(policy, { ...scope, decision }, ports)),
  );
  return { ...decision, policies };
}

/** Where a list is asked for. */
export interface ListScope extends Pick<JudgingScope, 'root' | 'network'> {
  /** Whatever applies here says what may be reached for it, and for how long and how much. */
  readonly decision: Criteria;
}

/** The same policy, with the list it has fetched. @throws GenlockError POLICY_REVOCATIONS, REGISTRY_CONFIG_INVALID */
export async function withList(policy: Policy, scope: ListScope, ports: PolicyPorts): Promise<Policy> {
  const { url, maxStale } = policy.trust?.revocations ?? {};
  if (url === undefined || maxStale === undefined) return policy;
  const text = await fetched(url, { ...scope, policy }, ports);
  // What follows the path may be a secret.
  const { origin, pathname } = new URL(url);
  const file = `${origin}${pathname}`;
  return { ...policy, revoked: readRevocations({ text, file, maxStale, now: ports.clock() }) };
}

interface Asked extends ListScope {
  readonly policy: Policy;
}

/** Far above any real list. */
const listBytes = 4 * 1024 * 1024;

async function fetched(url: string, request: Asked, ports: PolicyPorts): Promise<string> {
  const { policy, network } = request;
  const { RegistryError } = await import('../../../registry-client/index.ts');
  try {
    return await asked(url, request, ports);
  } catch (cause) {
    if (!(cause instanceof RegistryError)) throw cause;
    if (network && mayPass.has(cause.code)) return fetched(url, { ...request, network: false }, ports);
    throw revocationsUnknown(policy, cause);
  }
}

/** Where nobody answers, what was fetched before has to do: how old it may be is said. */
const mayPass: ReadonlySet<string> = new Set<RegistryErrorCode>([
  'REGISTRY_UNREACHABLE',
  'REGISTRY_UNTRUSTED',
  'REGISTRY_TIMEOUT',
  'REGISTRY_RATE_LIMITED',
  'REGISTRY_FAILED',
]);

async function asked(url: string, { root, network, decision }: ListScope, ports: PolicyPorts): Promise<string> {
  const { clientRules } = await import('../../policy/client.ts');
  const { fetchText } = await import('../../../registry-client/index.ts');
  const settings = await asGenlockErrors(() => machineSettings({ root, offline: !network }, ports));
  const { denied, http, limits } = clientRules(settings.npm, decision);
  const answerBytes = Math.min(listBytes, limits?.packumentBytes ?? listBytes);
  const asked = { url, what: 'the list of what is revoked', answerBytes };
  return fetchText(asked, { ...settings, denied, http, limits, freshness: anyAge });
}

const anyAge = () => ({ minAgeMs: 0, acceptsUnknown: true });
