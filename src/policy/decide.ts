import { defaultLimits, limitNames, SandboxError, sandboxLayers } from '../../sandbox/index.ts';
import type { LimitName, Limits, SandboxLayer } from '../../sandbox/index.ts';
import { GenlockError, throwProblems, type Problem } from '../errors/error.ts';
import type { Criteria } from './evaluate/evaluate.ts';
import type { Policy } from './policy.ts';

/** What all policies together say of a plugin's run, and what plugins are judged by. */
export interface EffectivePolicy extends Criteria {
  /** Layers the run must have, in the sandbox's order. */
  readonly require: readonly SandboxLayer[];
  /** Limits below the default; the others stay as they are. */
  readonly limits: Partial<Limits>;
  /** Files of the policies that require layers. */
  readonly requiredBy: readonly string[];
  /** Of every limit below the default, the files of the policies that lower it so far. */
  readonly loweredBy: Partial<Readonly<Record<LimitName, readonly string[]>>>;
  /** `always` if any policy wants every plugin agreed to. */
  readonly consent?: 'always';
  /** Files that get a line for each verdict. */
  readonly logs: readonly string[];
}

/** How plugins are run where there is no policy, and nobody judges. */
export const unrestricted: EffectivePolicy = {
  policies: [],
  now: new Date(0),
  require: [],
  limits: {},
  requiredBy: [],
  loweredBy: {},
  logs: [],
};

/**
 * Judges every policy by itself and takes the narrowest of each: all layers anybody requires, the lowest of each limit.
 * No policy widens what another one, or the default, allows; so their order doesn't matter.
 *
 * @throws GenlockError POLICY_EXPIRED for every policy whose time is over
 */
export function combinePolicies(policies: readonly Policy[], now: Date): EffectivePolicy {
  throwProblems(policies.filter((policy) => isExpired(policy, now)).map(expired));
  const required = new Set(policies.flatMap(({ require }) => require));
  const lowered = limitNames.flatMap((name) => lowestOf(name, policies));
  return {
    policies,
    now,
    logs: [...new Set(policies.flatMap(({ log }) => log ?? []))],
    require: sandboxLayers.filter((layer) => required.has(layer)),
    limits: Object.fromEntries(lowered.map(({ name, limit }) => [name, limit])),
    requiredBy: policies.filter(({ require }) => require.length > 0).map(({ file }) => file),
    loweredBy: Object.fromEntries(lowered.map(({ name, files }) => [name, files])),
    ...(policies.some(({ consent }) => consent === 'always') ? { consent: 'always' as const } : {}),
  };
}

interface Lowered {
  readonly name: LimitName;
  readonly limit: number;
  readonly files: readonly string[];
}

/** The lowest any policy makes a limit; nothing if that isn't below the default. */
function lowestOf(name: LimitName, policies: readonly Policy[]): readonly Lowered[] {
  const limit = Math.min(...policies.map(({ limits }) => limits[name] ?? Infinity));
  if (limit >= defaultLimits[name]) return [];
  const files = policies.filter(({ limits }) => limits[name] === limit).map(({ file }) => file);
  return [{ name, limit, files }];
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

/**
 * A run that a policy stopped, told with the policies that did: those that require a layer it hasn't, or that lowered
 * the limit it went over. What else went wrong stays what it is.
 */
export function withPolicy(error: unknown, decision: EffectivePolicy): unknown {
  if (!(error instanceof GenlockError)) return error;
  const reason = reasonOf(error, decision);
  if (reason === undefined) return error;
  const [problem] = error.problems;
  return new GenlockError({ ...problem, message: `${problem.message}, ${reason}` }, { cause: error });
}

function reasonOf(error: GenlockError, { requiredBy, loweredBy, limits }: EffectivePolicy): string | undefined {
  if (error.code === 'SANDBOX_LAYER_MISSING') return `as ${requiredBy.join(' and ')} requires`;
  const limit = error.cause instanceof SandboxError ? error.cause.limit : undefined;
  const files = limit === undefined ? undefined : loweredBy[limit];
  if (limit === undefined || files === undefined) return undefined;
  return `which ${files.join(' and ')} lowers: limits.run.${limit} is ${limits[limit]}`;
}
