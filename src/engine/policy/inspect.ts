import { GenlockError, type Problem } from '../../errors/error.ts';
import { ownPackage } from '../../core/own-package.ts';
import { combinePolicies, type EffectivePolicy } from '../../policy/decide.ts';
import { readPolicy, type Policy, type PolicyLevel } from '../../policy/policy.ts';
import { requireTool } from '../../policy/tool-version.ts';
import { policiesAt, type PolicyPlace } from '../../project/policy-files.ts';
import { withReferencedFiles, type NamedBy } from './referenced-files.ts';
import { policyLocations, thisPlatform, type PolicyPorts, type PolicyScope } from './load.ts';

/** Policy file that was read, with its problems. */
export interface ReadPolicy {
  readonly file: string;
  /** `undefined` if the policy locations cannot be read. */
  readonly level?: PolicyLevel;
  readonly policy?: Policy;
  /** Contents of a valid file. */
  readonly text?: string;
  readonly problems: readonly Problem[];
}

/**
 * Reads every policy that applies here. Invalid policies are returned with their problems, for commands that only
 * explain policies.
 */
export function readPolicies(scope: PolicyScope, ports: PolicyPorts): readonly ReadPolicy[] {
  try {
    const places = policyLocations(scope, ports.env);
    return policiesAt(places).map((place) => readOne(place, { owner: places.owner, now: ports.clock() }));
  } catch (error) {
    return [{ file: policyLocations(scope, ports.env).system, problems: problemsOf(error) }];
  }
}

function readOne({ file, level, read }: PolicyPlace, by: NamedBy): ReadPolicy {
  try {
    const { text } = read();
    const policy = withReferencedFiles(readPolicy(text, { file, level }), by);
    combinePolicies([policy], by.now);
    requireTool([policy], ownPackage().version);
    return { file, level, policy, text, problems: [] };
  } catch (error) {
    return { file, level, problems: problemsOf(error) };
  }
}

function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof GenlockError) return error.problems;
  throw error;
}

/** Combines the valid policies. */
export function validPoliciesOnly(policies: readonly ReadPolicy[], { clock }: PolicyPorts): EffectivePolicy {
  const sound = policies.flatMap(({ policy }) => policy ?? []);
  return { ...combinePolicies(sound, clock()), platform: thisPlatform };
}
