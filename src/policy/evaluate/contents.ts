import { parse, prerelease } from 'semver';
import { anyMatches } from '../globs.ts';
import type { Policy } from '../policy.ts';
import type { Subject } from '../subject.ts';
import type { Opinion, Verdict } from '../verdict.ts';

/** What a policy says of the version that is to come. */
export function judgeUpdate(
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
      ? say('prerelease', updates.prerelease, `${version} comes before a release`)
      : []),
    ...(deprecated === undefined ? [] : say('deprecated', updates.deprecated, `its publisher says: ${deprecated}`)),
    ...(grows ? say('major', updates.major, `${version} is another major version than ${before.version}`) : []),
    ...(before !== undefined && updates.frozen === true
      ? say('frozen', 'deny', 'what is installed stays as it is')
      : []),
  ];
}

/** What is no version was before all others: a lockfile may say anything. */
function majorOf(version: string): number {
  return parse(version)?.major ?? -1;
}

/** What a policy says of the packages a plugin's code needs. */
export function judgeDependencies({ manifest }: Subject, { file, dependencies = {} }: Policy): readonly Verdict[] {
  const names = Object.keys(manifest?.dependencies ?? {});
  if (names.length === 0) return [];
  const { registry, deny = [] } = dependencies;
  const denied = names.filter((name) => anyMatches(deny, name));
  return [
    ...(registry === undefined
      ? []
      : [{ file, key: 'dependencies.registry', verdict: registry, reason: `it needs ${names.join(', ')}` }]),
    ...denied.map((name) => ({
      file,
      key: 'dependencies.deny',
      verdict: 'deny' as const,
      reason: `it may not need ${name}`,
    })),
  ];
}

/** What a policy says of a plugin's licence. */
export function judgeLicense({ manifest }: Subject, { file, licenses }: Policy): readonly Verdict[] {
  if (licenses === undefined || manifest === undefined) return [];
  const { allow, deny = [], unknown = allow === undefined ? 'allow' : 'deny' } = licenses;
  const { license } = manifest;
  const choices = license === undefined ? undefined : choicesIn(license);
  if (license === undefined || choices === undefined) {
    const reason =
      license === undefined ? 'it names no licence' : `${JSON.stringify(license)} is no licence that can be read`;
    // One that can't be read may still name what isn't wanted: "(GPL-3.0-only)", "GPL-3.0-only WITH …".
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

/** `(MIT OR Apache-2.0) AND …` isn't read; `MIT OR Apache-2.0 AND ISC` is: of one of these, all. */
function choicesIn(license: string): readonly (readonly string[])[] | undefined {
  const choices = license.split(' OR ').map((choice) => choice.split(' AND ').map((id) => id.trim()));
  return choices.flat().every((id) => /^[A-Za-z0-9.+-]+$/u.test(id)) ? choices : undefined;
}
