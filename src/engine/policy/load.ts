import { ownPackage } from '../../core/own-package.ts';
import { combinePolicies, type EffectivePolicy } from '../../policy/decide.ts';
import { readPolicy } from '../../policy/policy.ts';
import { requireTool } from '../../policy/tool-version.ts';
import { findPolicies, policyPlaces, type PolicyLocations } from '../../project/policy-files.ts';
import { withReferencedFiles } from './referenced-files.ts';

/** Machine access that loading policies needs. */
export interface PolicyPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => Date;
}

/** The current folder and the absolute path of the project, if any. */
export interface PolicyScope {
  readonly cwd: string;
  readonly root?: string | undefined;
}

/** Returns the possible locations of policies. */
export function policyLocations(scope: PolicyScope, env: PolicyPorts['env']): PolicyLocations {
  return policyPlaces({ ...scope, env, platform: process.platform });
}

/**
 * Loads and combines all policies that apply here.
 *
 * @throws GenlockError POLICY_… if a policy is invalid or does not allow this Genlock version
 */
export function loadPolicy(scope: PolicyScope, { env, clock }: PolicyPorts): EffectivePolicy {
  const places = policyLocations(scope, env);
  const now = clock();
  const files = findPolicies(places);
  const policies = files.map(({ file, text, level }) =>
    withReferencedFiles(readPolicy(text, { file, level }), { owner: places.owner, now }),
  );
  const decision = combinePolicies(policies, now);
  requireTool(policies, ownPackage().version);
  return { ...decision, platform: thisPlatform };
}

/** This machine's platform with its architecture, in policy notation. */
export const thisPlatform = `${process.platform}-${process.arch}`;
