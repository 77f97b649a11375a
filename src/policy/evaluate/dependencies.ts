import { intersects, subset, validRange } from 'semver';
import { globMatches, packageEntry } from '../globs.ts';
import type { Policy } from '../policy.ts';
import type { Subject } from '../subject.ts';
import type { Verdict } from '../verdict.ts';

/**
 * Evaluates a policy's `dependencies` section for the packages that the plugin code needs. The plugin's range decides,
 * because the project's package.json contains it: npm can install any version in this range later.
 */
export function evaluateDependencies({ manifest }: Subject, { file, dependencies = {} }: Policy): readonly Verdict[] {
  const needed = Object.entries(manifest?.dependencies ?? {});
  if (needed.length === 0) return [];
  const names = needed.map(([name]) => name);
  const { registry, allow, deny = [] } = dependencies;
  const denied = needed.filter(([name, range]) => deny.some((entry) => includesSome(entry, { name, range })));
  return [
    ...(registry === undefined
      ? []
      : [{ file, key: 'dependencies.registry', verdict: registry, reason: `it needs ${names.join(', ')}` }]),
    ...denied.map(([name, range]) => ({
      file,
      key: 'dependencies.deny',
      verdict: 'deny' as const,
      reason: `it needs ${name} ${range}, which is denied`,
    })),
    ...(allow === undefined ? [] : needed.map((one) => evaluateAllowed(one, { allow, file }))),
  ];
}

interface NeededPackage {
  readonly name: string;
  readonly range: string;
}

function evaluateAllowed(
  [name, range]: readonly [string, string],
  { allow, file }: { readonly allow: readonly string[]; readonly file: string },
): Verdict {
  const isAllowed = allow.some((entry) => includesAll(entry, { name, range }));
  const reason = `it needs ${name} ${range}, which is ${isAllowed ? '' : 'not '}an allowed package`;
  return { file, key: 'dependencies.allow', verdict: isAllowed ? 'allow' : 'deny', reason };
}

/** Checks whether an entry such as `zod@<3` names a version that the plugin's range permits. */
function includesSome(entry: string, { name, range }: NeededPackage): boolean {
  const { name: pattern, range: versions } = packageEntry(entry);
  if (!globMatches(pattern, name)) return false;
  if (versions === undefined || validRange(range) === null) return true;
  return intersects(versions, range, { includePrerelease: true });
}

/** Checks whether an entry such as `zod@^4` contains every version that the plugin's range permits. */
function includesAll(entry: string, { name, range }: NeededPackage): boolean {
  const { name: pattern, range: versions } = packageEntry(entry);
  if (!globMatches(pattern, name)) return false;
  return versions === undefined || (validRange(range) !== null && subset(range, versions));
}
