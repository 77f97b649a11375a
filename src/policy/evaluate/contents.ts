import { intersects, parse, prerelease, subset, validRange } from 'semver';
import { globMatches, packageEntry } from '../globs.ts';
import type { Policy } from '../policy.ts';
import type { Subject } from '../subject.ts';
import type { Opinion, Verdict } from '../verdict.ts';

/** Evaluates a policy's `updates` section for the new version. */
export function evaluateUpdate(
  { version, integrity, release, before }: Subject,
  { file, updates = {} }: Policy,
): readonly Verdict[] {
  const say = (key: string, verdict: Opinion | undefined, reason: string): readonly Verdict[] =>
    verdict === undefined ? [] : [{ file, key: `updates.${key}`, verdict, reason }];
  const isNew = before === undefined || (integrity !== undefined && integrity !== before.integrity);
  if (!isNew) return [];
  const grows = before !== undefined && version !== undefined && majorOf(version) > majorOf(before.version);
  const deprecated = release?.deprecated;
  return [
    ...(version !== undefined && prerelease(version) !== null
      ? say('prerelease', updates.prerelease, `${version} is a prerelease`)
      : []),
    ...(deprecated === undefined
      ? []
      : say('deprecated', updates.deprecated, `deprecated by its publisher: ${deprecated}`)),
    ...(grows ? say('major', updates.major, `${version} is a new major version compared with ${before.version}`) : []),
    ...(before !== undefined && updates.frozen === true ? say('frozen', 'deny', 'installed plugins are frozen') : []),
  ];
}

/** Returns -1 for an invalid version, because a lockfile can contain any string. */
function majorOf(version: string): number {
  return parse(version)?.major ?? -1;
}

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

/** Evaluates a policy's `licenses` section for the plugin. */
export function evaluateLicense({ manifest }: Subject, { file, licenses }: Policy): readonly Verdict[] {
  if (licenses === undefined || manifest === undefined) return [];
  const { allow, deny = [], unknown = allow === undefined ? 'allow' : 'deny' } = licenses;
  const { license } = manifest;
  const choices = license === undefined ? undefined : choicesIn(license);
  if (license === undefined || choices === undefined) {
    const reason =
      license === undefined ? 'it declares no licence' : `${JSON.stringify(license)} is not a readable licence`;
    // An unreadable expression can still contain a denied licence: `(GPL-3.0-only)`, `GPL-3.0-only WITH …`.
    const named = wordsIn(license).some((id) => isIn(deny, id));
    const mentions = {
      file,
      key: 'licenses.deny',
      verdict: 'deny',
      reason: `its licence is ${license ?? ''}`,
    } as const;
    return [...(named ? [mentions] : []), { file, key: 'licenses.unknown', verdict: unknown, reason }];
  }
  const undenied = choices.filter((ids) => !ids.some((id) => isIn(deny, id)));
  if (undenied.length === 0)
    return [{ file, key: 'licenses.deny', verdict: 'deny', reason: `its licence is ${license}` }];
  if (allow === undefined) return [];
  const isAllowed = undenied.some((ids) => ids.every((id) => isIn(allow, id)));
  return [{ file, key: 'licenses.allow', verdict: isAllowed ? 'allow' : 'deny', reason: `its licence is ${license}` }];
}

function isIn(list: readonly string[], id: string): boolean {
  return list.some((name) => name.toLowerCase() === id.toLowerCase());
}

function wordsIn(license = ''): readonly string[] {
  return license.match(/[A-Za-z0-9.+-]+/gu) ?? [];
}

/**
 * Splits a licence expression into alternatives, each a list of licences that apply together: `MIT OR Apache-2.0 AND
 * ISC`. Parentheses are not supported.
 */
function choicesIn(license: string): readonly (readonly string[])[] | undefined {
  const choices = license.split(' OR ').map((choice) => choice.split(' AND ').map((id) => id.trim()));
  return choices.flat().every((id) => /^[A-Za-z0-9.+-]+$/u.test(id)) ? choices : undefined;
}
