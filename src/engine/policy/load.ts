import { ownPackage } from '../../core/own-package.ts';
import { combinePolicies, type EffectivePolicy } from '../../policy/decide.ts';
import { readPolicy } from '../../policy/policy.ts';
import { requireTool } from '../../policy/tool-version.ts';
import { findPolicies, policyPlaces, type PolicyLocations } from '../../project/policy-files.ts';
import { withReferencedFiles } from './referenced-files.ts';

/** What a command knows of where policies are, and of the time. */
export interface PolicyPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => Date;
}

/** A project's folder, absolute, if there is or will be one; and the current one. */
export interface PolicyScope {
  readonly cwd: string;
  readonly root?: string | undefined;
}

/** Where the policies of a scope may be. */
export function policyLocations(scope: PolicyScope, env: PolicyPorts['env']): PolicyLocations {
  return policyPlaces({ ...scope, env, platform: process.platform });
}

/**
 * What every policy that applies here says together.
 *
 * @throws GenlockError POLICY_… if any of them can't be relied on, or doesn't take this Genlock
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

/** The machine's platform with its architecture, as policies name them. */
export const thisPlatform = `${process.platform}-${process.arch}`;
