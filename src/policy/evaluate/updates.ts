import { parse, prerelease } from 'semver';
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
