import { defaultLimits, sandboxLayers, type Limits, type SandboxLayer } from '../../sandbox/index.ts';
import { GenlockError, throwProblems, type Problem } from '../errors/error.ts';
import type { Policy } from './policy.ts';

/** What all policies together say of a plugin's run. */
export interface Decision {
  /** Layers the run must have, in the sandbox's order. */
  readonly require: readonly SandboxLayer[];
  /** Limits below the default; the others stay as they are. */
  readonly limits: Partial<Limits>;
  /** Files of the policies that require layers. */
  readonly requiredBy: readonly string[];
}

/** How plugins are run where there is no policy. */
export const unrestricted: Decision = { require: [], limits: {}, requiredBy: [] };

/**
 * Judges every policy by itself and takes the narrowest of each: all layers anybody requires, the lowest of each limit.
 * No policy widens what another one, or the default, allows; so their order doesn't matter.
 *
 * @throws GenlockError POLICY_EXPIRED for every policy whose time is over
 */
export function decide(policies: readonly Policy[], now: Date): Decision {
  throwProblems(policies.filter((policy) => isExpired(policy, now)).map(expired));
  const required = new Set(policies.flatMap(({ require }) => require));
  return {
    require: sandboxLayers.filter((layer) => required.has(layer)),
    limits: policies.map(({ limits }) => limits).reduce(narrower, {}),
    requiredBy: policies.filter(({ require }) => require.length > 0).map(({ file }) => file),
  };
}

function narrower(one: Partial<Limits>, other: Partial<Limits>): Partial<Limits> {
  return {
    ...one,
    ...Object.fromEntries(
      Object.entries(other).filter(([key, limit]) => {
        const most = Reflect.get(one, key) ?? Reflect.get(defaultLimits, key);
        return typeof most === 'number' && limit < most;
      }),
    ),
  };
}

function isExpired({ expires }: Policy, now: Date): boolean {
  return expires !== undefined && expires.getTime() <= now.getTime();
}

function expired({ file, name, message, expires }: Policy): Problem {
  return {
    code: 'POLICY_EXPIRED',
    message: `The policy ${name === undefined ? '' : `"${name}" `}expired on ${expires?.toISOString() ?? ''}.`,
    where: { file, key: 'expires' },
    ...(message === undefined ? {} : { hint: message }),
  };
}

/** A refused run, told with the policies that refused it; what else went wrong stays what it is. */
export function withPolicy(error: unknown, { requiredBy }: Decision): unknown {
  if (!(error instanceof GenlockError) || error.code !== 'SANDBOX_LAYER_MISSING') return error;
  const [problem] = error.problems;
  return new GenlockError(
    { ...problem, message: `${problem.message}, as ${requiredBy.join(' and ')} requires` },
    { cause: error },
  );
}
