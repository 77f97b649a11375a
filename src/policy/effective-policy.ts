import { defaultLimits, limitNames, SandboxError, sandboxLayers } from '../../sandbox/index.ts';
import type { LimitName, Limits, SandboxLayer } from '../../sandbox/index.ts';
import { GenlockError, throwProblems, type Problem } from '../errors/error.ts';
import type { Criteria } from './evaluate/evaluate.ts';
import type { Policy } from './policy.ts';

/** Combined result of all policies for a plugin run, and the criteria for evaluating plugins. */
export interface EffectivePolicy extends Criteria {
  /** Layers the run must have, in the sandbox's order. */
  readonly require: readonly SandboxLayer[];
  /** Limits below the default; all other limits keep their defaults. */
  readonly limits: Partial<Limits>;
  /** Files of the policies that require layers. */
  readonly requiredBy: readonly string[];
  /** For every lowered limit, the policy files that set the lowest value. */
  readonly loweredBy: Partial<Readonly<Record<LimitName, readonly string[]>>>;
  /** `always` if any policy requires consent to every plugin. */
  readonly consent?: 'always';
  /** `same-footprint` if a policy accepts changed code without more permissions, and no policy requires consent to it. */
  readonly changedCode?: 'same-footprint';
  /** Log files that receive one line per verdict. */
  readonly logs: readonly string[];
}

/** The policy used without policy files: default limits and no required layers. */
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
 * Evaluates each policy separately and combines the strictest results: all required layers and the lowest value for
 * each limit. A policy cannot widen the limits of another policy or the defaults, so their order does not matter.
 *
 * @throws GenlockError POLICY_EXPIRED for every expired policy
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
    ...(acceptsChangedCode(policies) ? { changedCode: 'same-footprint' as const } : {}),
  };
}

/** A project can be untrusted, so only other policies can accept changed code. */
function acceptsChangedCode(policies: readonly Policy[]): boolean {
  const said = policies.flatMap(({ level, updates: { code = [] } = {} }) =>
    level === 'project' && code === 'same-footprint' ? [] : code,
  );
  return said.length > 0 && said.every((code) => code === 'same-footprint');
}

interface Lowered {
  readonly name: LimitName;
  readonly limit: number;
  readonly files: readonly string[];
}

/** Returns the lowest value that policies set for a limit; an empty array if it is not below the default. */
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
 * Adds the responsible policies to an error: those that require the missing sandbox layer or that lowered the exceeded
 * limit. Other errors are returned unchanged.
 */
export function nameResponsiblePolicies(error: unknown, policy: EffectivePolicy): unknown {
  if (!(error instanceof GenlockError)) return error;
  const reason = reasonOf(error, policy);
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
