import { durationMs } from '../amounts.ts';
import { globMatches } from '../globs.ts';
import type { Policy } from '../policy.ts';
import type { AddedPackage, Subject } from '../subject.ts';
import type { Opinion, Verdict } from '../verdict.ts';

/** Checks whether any policy needs package data that only a registry can provide. */
export function asksForPackages(policies: readonly Policy[]): boolean {
  return policies.some(
    ({ dependencies, scripts }) => dependencies?.minAge !== undefined || scripts?.allow !== undefined,
  );
}

/**
 * Evaluates a policy's rules about the packages installed with a plugin, each in the version that npm would install.
 */
export function evaluatePackages({ packages = [] }: Subject, policy: Policy, now: Date): readonly Verdict[] {
  const { file, dependencies: { minAge } = {}, scripts: { allow } = {} } = policy;
  const known = packages.flatMap(({ name, release }) => (release === undefined ? [] : [{ name, ...release }]));
  const unknown = packages.filter(({ release }) => release === undefined).map(({ name }) => name);
  const ask = (key: string, reason: string): readonly Verdict[] =>
    unknown.length === 0
      ? []
      : [{ file, key, verdict: 'ask', reason: `${reason} of ${unknown.join(', ')} is unknown` }];
  return [
    ...(minAge === undefined
      ? []
      : [
          ...ask('dependencies.minAge', `packages must be ${minAge} old, and the age`),
          ...known.map((one) => evaluateAge(one, { minAge, policy, now })),
        ]),
    ...(allow === undefined
      ? []
      : [
          ...ask('scripts.allow', 'install scripts must be listed, but the script list'),
          ...known.flatMap((one) => evaluateScripts(one, { allow, file })),
        ]),
  ];
}

type Known = Pick<AddedPackage, 'name'> & NonNullable<AddedPackage['release']>;

interface Age {
  readonly minAge: string;
  readonly policy: Policy;
  readonly now: Date;
}

function evaluateAge({ name, version, publishedAt }: Known, { minAge, policy, now }: Age): Verdict {
  const say = (verdict: Opinion, what: string): Verdict => {
    const reason = `${name} ${version} is from ${what}, but packages must be ${minAge} old`;
    return { file: policy.file, key: 'dependencies.minAge', verdict, reason };
  };
  if (publishedAt === undefined) {
    return say(policy.freshness?.missingTime ?? 'deny', 'an unknown date');
  }
  const isOld = now.getTime() - publishedAt.getTime() >= (durationMs(minAge) ?? Infinity);
  return say(isOld ? 'allow' : 'deny', publishedAt.toISOString());
}

interface Scripts {
  readonly allow: readonly string[];
  readonly file: string;
}

function evaluateScripts({ name, version, installScripts }: Known, { allow, file }: Scripts): readonly Verdict[] {
  if (!installScripts) return [];
  const isListed = allow.some((entry) => globMatches(entry, name) || entry === `${name}@${version}`);
  const [verdict, reason] = isListed
    ? (['allow', `${name} ${version} may have install scripts`] as const)
    : (['deny', `${name} ${version} has install scripts`] as const);
  return [{ file, key: 'scripts.allow', verdict, reason }];
}
