import { ownPackage } from '../../core/own-package.ts';
import { combinePolicies, type EffectivePolicy } from '../../policy/effective-policy.ts';
import { readPolicy } from '../../policy/policy.ts';
import { requireTool } from '../../policy/tool-version.ts';
import { findPolicies, policyPlaces, type PolicyFile, type PolicyLocations } from '../../project/policy-files.ts';
import { readChain, type LoadedPolicy, type ParentAccess } from './parents.ts';
import { requestPolicyText } from './policy-text.ts';

/** Machine access that loading policies needs. */
export interface PolicyPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => Date;
}

/** The current folder and the absolute path of the project, if any. */
export interface PolicyScope {
  readonly cwd: string;
  readonly root?: string | undefined;
  /** Whether parent policies can be fetched. Otherwise only the cache is used. The default is `true`. */
  readonly network?: boolean;
}

/** Returns the possible locations of policies. */
export function policyLocations({ cwd, root }: PolicyScope, env: PolicyPorts['env']): PolicyLocations {
  return policyPlaces({ cwd, root, env, platform: process.platform });
}

/**
 * Loads and combines all policies that apply here, with the policies that they extend.
 *
 * @throws GenlockError POLICY_… if a policy is invalid or does not allow this Genlock version
 */
export async function loadPolicy(scope: PolicyScope, ports: PolicyPorts): Promise<EffectivePolicy> {
  const places = policyLocations(scope, ports.env);
  const files = findPolicies(places);
  const access = parentAccess(files, { places, scope }, ports);
  const chains: (readonly LoadedPolicy[])[] = [];
  for (const file of files) chains.push(await readChain(file, access));
  const policies = withoutDuplicates(chains.flat()).map(({ policy }) => policy);
  const effective = combinePolicies(policies, ports.clock());
  requireTool(policies, ownPackage().version);
  return { ...effective, platform: thisPlatform };
}

/** Removes parents that several policies of one level extend. */
export function withoutDuplicates<Loaded extends Partial<LoadedPolicy>>(
  policies: readonly Loaded[],
): readonly Loaded[] {
  const keyOf = ({ policy, text }: Loaded, at: number) => JSON.stringify([policy?.level, policy?.file ?? at, text]);
  return [...new Map(policies.map((one, at) => [keyOf(one, at), one])).values()];
}

interface Surroundings {
  readonly places: PolicyLocations;
  readonly scope: PolicyScope;
}

/** Creates the access to parent policies. The readable policies of the machine restrict its requests. */
export function parentAccess(
  files: readonly PolicyFile[],
  { places, scope: { root, network = true } }: Surroundings,
  ports: PolicyPorts,
): ParentAccess {
  const now = ports.clock();
  return {
    owner: places.owner,
    now,
    fetch: async ({ url }, accepts) => {
      const criteria = { policies: files.map(({ text, file, level }) => readPolicy(text, { file, level })), now };
      const request = (online: boolean) =>
        requestPolicyText({ url, what: 'the policy' }, { root, network: online, criteria }, ports);
      if (!network) return request(false);
      // A pinned policy never changes, so the cached text is sufficient.
      const cached = await request(false).catch(() => undefined);
      return cached !== undefined && accepts(cached) ? cached : request(true);
    },
  };
}

/** This machine's platform with its architecture, in policy notation. */
export const thisPlatform = `${process.platform}-${process.arch}`;
