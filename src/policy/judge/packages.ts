import { durationMs } from '../amounts.ts';
import { globMatches } from '../globs.ts';
import type { Policy } from '../policy.ts';
import type { AddedPackage, Subject } from '../subject.ts';
import type { Opinion, Verdict } from '../verdict.ts';

/** Whether any policy wants to know of packages what only their registries can say. */
export function asksForPackages(policies: readonly Policy[]): boolean {
  return policies.some(
    ({ dependencies, scripts }) => dependencies?.minAge !== undefined || scripts?.allow !== undefined,
  );
}

/** What a policy says of the packages that come with a plugin: of each the version npm would take. */
export function judgePackages({ packages = [] }: Subject, policy: Policy, now: Date): readonly Verdict[] {
  const { dependencies: { minAge } = {}, scripts: { allow } = {} } = policy;
  return packages.flatMap((one) => [
    ...(minAge === undefined ? [] : [judgeAge(one, { minAge, policy, now })]),
    ...(allow === undefined ? [] : judgeScripts(one, { allow, policy })),
  ]);
}

interface Age {
  readonly minAge: string;
  readonly policy: Policy;
  readonly now: Date;
}

function judgeAge({ name, range, release }: AddedPackage, { minAge, policy, now }: Age): Verdict {
  const say = (verdict: Opinion, what: string): Verdict => {
    const reason = `${name} ${what}, and what it needs must be ${minAge} old`;
    return { file: policy.file, key: 'dependencies.minAge', verdict, reason };
  };
  if (release === undefined) return say('ask', `${range} is of unknown age`);
  const { version, publishedAt } = release;
  if (publishedAt === undefined) {
    return say(policy.freshness?.missingTime ?? 'deny', `${version} is of an age its registry doesn't tell`);
  }
  const isOld = now.getTime() - publishedAt.getTime() >= (durationMs(minAge) ?? Infinity);
  return say(isOld ? 'allow' : 'deny', `${version} is of ${publishedAt.toISOString()}`);
}

interface Scripts {
  readonly allow: readonly string[];
  readonly policy: Policy;
}

function judgeScripts({ name, range, release }: AddedPackage, { allow, policy }: Scripts): readonly Verdict[] {
  const say = (verdict: Opinion, reason: string): readonly Verdict[] => [
    { file: policy.file, key: 'scripts.allow', verdict, reason },
  ];
  if (release === undefined) return say('ask', `whether ${name} ${range} has install scripts isn't known`);
  const { version, installScripts } = release;
  if (!installScripts) return [];
  const isListed = allow.some((entry) => globMatches(entry, name) || entry === `${name}@${version}`);
  return isListed
    ? say('allow', `${name} ${version} may have install scripts`)
    : say('deny', `${name} ${version} has install scripts`);
}
