import { satisfies } from 'semver';
import { keyOf } from '../../core/json-document.ts';
import { anyMatches } from '../globs.ts';
import type { Policy } from '../policy.ts';
import type { PluginRule } from '../schema/plugins.ts';
import type { Subject } from '../subject.ts';
import { matchOf, type Named } from '../teams.ts';
import type { Opinion, Verdict } from '../verdict.ts';
import { isOn } from '../platforms.ts';
import { evaluatePermissions } from './permissions.ts';

/** Rule that matches a plugin, with its pattern. `isOpen`: the match depends on a publisher that is not known yet. */
export type NamedRule = readonly [glob: string, rule: PluginRule, isOpen: boolean];

/** Returns all rules of a policy that match a plugin, or can match it, and have not expired. */
export function rulesFor(plugin: Named, policy: Policy, now: Date): readonly NamedRule[] {
  return rulesAbout(plugin, policy).filter(([, rule]) => !hasEnded(rule, now));
}

/** Includes expired rules. */
function rulesAbout(plugin: Named, policy: Policy): readonly NamedRule[] {
  return Object.entries(policy.plugins?.rules ?? {}).flatMap(([glob, rule]): readonly NamedRule[] => {
    const match = matchOf(glob, plugin, policy);
    return match === 'no' || anyMatches(rule.except ?? [], plugin.name) ? [] : [[glob, rule, match === 'unknown']];
  });
}

function hasEnded({ until }: PluginRule, now: Date): boolean {
  return until !== undefined && new Date(until) <= now;
}

/** Checks whether a rule exempts a plugin from the default. */
function settles({ mode }: PluginRule): boolean {
  return mode === 'allowed' || mode === 'required';
}

interface Here {
  readonly now: Date;
  /** Platform of this machine with its architecture. */
  readonly platform?: string | undefined;
}

/** Evaluates a policy's plugin rules for a plugin. */
export function evaluateRules(subject: Subject, policy: Policy, { now, platform }: Here): readonly Verdict[] {
  const rules = rulesFor(subject, policy, now);
  const said = rules.flatMap(([glob, rule, isOpen]) => {
    const verdicts = evaluateRule(subject, { glob, rule, file: policy.file, platform });
    return isOpen ? verdicts.map(undecided) : verdicts;
  });
  const isRequired = policy.required?.includes(subject.name) === true;
  const isSettled = isRequired || rules.some(([, rule]) => settles(rule));
  const otherwise = policy.plugins?.default;
  if (isSettled || otherwise === undefined) return said;
  const [over] = rulesAbout(subject, policy).filter(([, rule]) => settles(rule) && hasEnded(rule, now));
  const ended = over === undefined ? '' : ` : the rule for ${over[0]} ended on ${over[1].until ?? ''}`;
  const reason = `no rule allows ${subject.name}${ended}`;
  return [...said, { file: policy.file, key: 'plugins.default', verdict: otherwise, reason }];
}

/** The verdict of a rule for a team before the publisher of the release is known. */
function undecided(verdict: Verdict): Verdict {
  return { ...verdict, verdict: 'ask', reason: `${verdict.reason}, if its publisher belongs to the team` };
}

interface RuleContext {
  readonly glob: string;
  readonly rule: PluginRule;
  readonly file: string;
  readonly platform: string | undefined;
}

function evaluateRule(subject: Subject, { glob, rule, file, platform }: RuleContext): readonly Verdict[] {
  const { mode, permissions, reason: why, message } = rule;
  const ruleKey = keyOf(['plugins', 'rules', glob]);
  const stops = mode === 'blocked' || mode === 'removed';
  const said = [...(stops ? stopped(subject, rule) : allowed(subject, rule, platform))].map(
    ([key, verdict, reason]) => ({
      file,
      key: `${ruleKey}.${key}`,
      verdict,
      reason: why === undefined ? reason : `${reason} (${why})`,
      ...(message === undefined ? {} : { message }),
    }),
  );
  const asked =
    permissions === undefined
      ? []
      : evaluatePermissions(subject, permissions, { file, rule: ruleKey, namesPlugin: glob === subject.name });
  return [...said, ...asked];
}

type Said = readonly [key: string, verdict: Opinion, reason: string];

function stopped({ version }: Subject, { mode = 'blocked', versions }: PluginRule): readonly Said[] {
  if (versions === undefined) return [['mode', 'deny', mode === 'removed' ? 'it must be removed' : 'it is blocked']];
  if (version === undefined)
    return [['versions', 'ask', `versions ${versions} are blocked, but the version is unknown`]];
  // Prereleases count as part of a blocked range.
  if (!satisfies(version, versions, { includePrerelease: true })) return [];
  return [['mode', 'deny', `${version} is one of the blocked versions ${versions}`]];
}

function allowed(
  { version, integrity }: Subject,
  { mode, versions, integrity: pins, platforms }: PluginRule,
  machine: string | undefined,
): readonly Said[] {
  return [
    ...(mode === undefined ? [] : [['mode', 'allow', `it is ${mode}`] as const]),
    ...(versions === undefined ? [] : [inRange(version, versions)]),
    ...(pins === undefined ? [] : [pinned(integrity, pins)]),
    ...(platforms === undefined ? [] : [onPlatform(machine, platforms)]),
  ];
}

function inRange(version: string | undefined, versions: string): Said {
  if (version === undefined) return ['versions', 'ask', `only ${versions} is allowed, but the version is unknown`];
  if (satisfies(version, versions)) return ['versions', 'allow', `${version} is in ${versions}`];
  return ['versions', 'deny', `${version} is not in ${versions}`];
}

function pinned(integrity: string | undefined, pins: readonly string[]): Said {
  if (integrity === undefined) return ['integrity', 'ask', 'its hash is pinned, but the hash is unknown'];
  if (pins.includes(integrity)) return ['integrity', 'allow', 'its hash is pinned'];
  return ['integrity', 'deny', 'its hash is not one of the pinned ones'];
}

function onPlatform(machine: string | undefined, platforms: readonly string[]): Said {
  const names = platforms.join(', ');
  const isOne = machine !== undefined && platforms.some((platform) => isOn(machine, platform));
  if (isOne) return ['platforms', 'allow', `it is allowed on ${names}`];
  return ['platforms', 'deny', `it is allowed only on ${names}, but this machine is ${machine ?? 'unknown'}`];
}

/** Returns a denial for each required plugin that is not installed. */
export function missingPlugins(
  installed: readonly string[],
  policies: readonly Policy[],
  now: Date,
): readonly (Verdict & { readonly name: string })[] {
  return policies.flatMap((policy) => [
    ...(policy.required ?? [])
      .filter((name) => !installed.includes(name))
      .map((name) => {
        const message = policy.message === undefined ? {} : { message: policy.message };
        const reason = 'it is required';
        return { name, file: policy.file, key: 'required', verdict: 'deny', reason, ...message } as const;
      }),
    ...Object.keys(policy.plugins?.rules ?? {}).flatMap((name) => {
      const rule = rulesFor({ name }, policy, now).find(([glob]) => glob === name)?.[1];
      if (rule?.mode !== 'required' || installed.includes(name)) return [];
      const reason = rule.reason === undefined ? 'it is required' : `it is required (${rule.reason})`;
      const { message = policy.message } = rule;
      return [
        {
          name,
          file: policy.file,
          key: keyOf(['plugins', 'rules', name, 'mode']),
          verdict: 'deny',
          reason,
          ...(message === undefined ? {} : { message }),
        } as const,
      ];
    }),
  ]);
}
