import { decide, type Decision } from '../policy/decide.ts';
import { readPolicy } from '../policy/policy.ts';
import { findPolicies, policyPlaces } from '../project/policy-files.ts';

/** What a command knows of where policies are, and of the time. */
export interface PolicyPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: () => Date;
}

/**
 * What every policy that applies here says together.
 *
 * @param project its folder, absolute, and the current one
 * @throws GenlockError POLICY_… if any of them can't be relied on
 */
export function policyFor(
  project: { readonly cwd: string; readonly root?: string | undefined },
  { env, clock }: PolicyPorts,
): Decision {
  const files = findPolicies(policyPlaces({ ...project, env, platform: process.platform }));
  return decide(
    files.map(({ file, text }) => readPolicy(text, { file })),
    clock(),
  );
}
