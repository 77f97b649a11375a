import { GenlockError, type Problem } from '../../errors/error.ts';
import { ownPackage } from '../../core/own-package.ts';
import { combinePolicies, type EffectivePolicy } from '../../policy/effective-policy.ts';
import type { Policy, PolicyLevel } from '../../policy/policy.ts';
import { requireTool } from '../../policy/tool-version.ts';
import { policiesAt, type PolicyFile, type PolicySource } from '../../project/policy-files.ts';
import {
  parentAccess,
  policyLocations,
  thisPlatform,
  withoutDuplicates,
  type PolicyPorts,
  type PolicyScope,
} from './load.ts';
import { readChain, type ParentAccess } from './parents.ts';

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
export async function readPolicies(scope: PolicyScope, ports: PolicyPorts): Promise<readonly ReadPolicy[]> {
  try {
    const places = policyLocations(scope, ports.env);
    const read: ReadPolicy[] = [];
    for (const place of policiesAt(places)) {
      read.push(...(await readOne(place, (file) => parentAccess([file], { places, scope }, ports))));
    }
    return withoutDuplicates(read);
  } catch (error) {
    return [{ file: policyLocations(scope, ports.env).system, problems: problemsOf(error) }];
  }
}

/** Reads a policy and the policies that it extends. With any problem, only the policy itself is returned. */
async function readOne(
  { file, level, read }: PolicySource,
  accessFor: (source: PolicyFile) => ParentAccess,
): Promise<readonly ReadPolicy[]> {
  try {
    const source = read();
    const access = accessFor(source);
    const chain = await readChain(source, access);
    const policies = chain.map(({ policy }) => policy);
    combinePolicies(policies, access.now);
    requireTool(policies, ownPackage().version);
    return chain.map(({ policy, text }) => ({ file: policy.file, level, policy, text, problems: [] }));
  } catch (error) {
    return [{ file, level, problems: problemsOf(error) }];
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
