import type { Criteria } from '../../policy/evaluate/evaluate.ts';
import { asGenlockErrors, machineSettings, type PackagePorts } from '../packages/machine-settings.ts';

/** Request for a file that a policy names by its address. */
export interface PolicyTextRequest {
  readonly url: string;
  /** Description for messages: `the revocation list`. */
  readonly what: string;
}

/** Inputs for requesting such a file. */
export interface PolicyTextScope {
  /** Absolute path of the project, if any. */
  readonly root?: string | undefined;
  /** Whether the file can be fetched. Otherwise only the cache is used. */
  readonly network: boolean;
  /** Policies that restrict the request: addresses, timeout and size. */
  readonly criteria: Criteria;
}

/** Size limit, far above any realistic list. */
const largest = 4 * 1024 * 1024;

/** Requests a file with the restrictions of registry requests. @throws RegistryError, GenlockError REGISTRY_CONFIG_INVALID */
export async function requestPolicyText(
  request: PolicyTextRequest,
  { root, network, criteria }: PolicyTextScope,
  ports: Pick<PackagePorts, 'env' | 'clock'>,
): Promise<string> {
  const { clientRules } = await import('../../policy/client.ts');
  const { fetchText } = await import('../../../registry-client/index.ts');
  const settings = await asGenlockErrors(() => machineSettings({ root, offline: !network }, ports));
  const { denied, http, limits } = clientRules(settings.npm, criteria);
  const answerBytes = Math.min(largest, limits?.packumentBytes ?? largest);
  return fetchText({ ...request, answerBytes }, { ...settings, denied, http, limits, freshness: anyAge });
}

const anyAge = () => ({ minAgeMs: 0, acceptsUnknown: true });
