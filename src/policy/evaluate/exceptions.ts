import { satisfies } from 'semver';
import type { Exception, Policy } from '../policy.ts';
import type { Subject } from '../subject.ts';
import { matchOf, type Match, type Named } from '../teams.ts';
import type { Verdict } from '../verdict.ts';

/**
 * Applies the exceptions of a policy to its own verdicts. An exception replaces a denial or a question with `allow`. If
 * the version or the publisher decides and is not known yet, a denial becomes `ask`. An expired exception changes only
 * the reason.
 */
export function withExceptions(
  verdicts: readonly Verdict[],
  subject: Subject,
  { policy, now }: { readonly policy: Policy; readonly now: Date },
): readonly Verdict[] {
  const { exceptions = [] } = policy;
  if (exceptions.length === 0) return verdicts;
  const matching = exceptions
    .map((exception) => ({ exception, match: exceptionMatch(exception, subject, policy) }))
    .filter(({ match }) => match !== 'no');
  return verdicts.map((verdict) => {
    const named = matching.filter(({ exception }) => isRule(exception, verdict.key));
    if (verdict.verdict === 'allow' || named.length === 0) return verdict;
    const current = named.filter(({ exception }) => !hasExpired(exception, now));
    const { exception, match } = current.find((one) => one.match === 'yes') ?? current[0] ?? {};
    if (exception === undefined) {
      const ends = named
        .map((one) => one.exception.until)
        .toSorted((one, other) => Date.parse(one) - Date.parse(other));
      return withReason(verdict, `the exception expired on ${ends.at(-1) ?? ''}`);
    }
    if (match === 'yes') return granted(verdict, exception);
    const open = withReason(verdict, 'an exception can apply, but the version or the publisher is unknown');
    return { ...open, verdict: 'ask' };
  });
}

function granted(verdict: Verdict, { file, until, reason }: Exception): Verdict {
  const said = withReason(verdict, `an exception allows it until ${until} (${reason})`);
  return { ...said, verdict: 'allow', exception: { file, until, reason } };
}

function withReason(verdict: Verdict, addition: string): Verdict {
  return { ...verdict, reason: `${verdict.reason}; ${addition}` };
}

/** Checks whether an exception has ended. It applies until the instant in `until`, and not at this instant. */
export function hasExpired({ until }: Pick<Exception, 'until'>, now: Date): boolean {
  return new Date(until) <= now;
}

/**
 * Checks whether a policy grants an exception from one of its rules. `unknown` counts as granted: the plugin is
 * evaluated again with all facts.
 */
export function mayBeExempt(
  rule: string,
  plugin: Named & Partial<Pick<Subject, 'version'>>,
  { policy, now }: { readonly policy: Policy; readonly now: Date },
): boolean {
  return (policy.exceptions ?? []).some(
    (exception) =>
      isRule(exception, rule) && !hasExpired(exception, now) && exceptionMatch(exception, plugin, policy) !== 'no',
  );
}

/** Compares keys without brackets, because `plugins.rules["chat"]` and `plugins.rules.chat` are the same rule. */
function isRule({ rule }: Exception, key: string): boolean {
  return unquoted(rule) === unquoted(key);
}

function unquoted(key: string): string {
  return key.replaceAll(/\["([^"]*)"\]/gu, '.$1');
}

function exceptionMatch(
  { plugin: pattern, version: range }: Exception,
  plugin: Named & Partial<Pick<Subject, 'version'>>,
  policy: Policy,
): Match {
  const match = matchOf(pattern, plugin, policy);
  if (match === 'no' || range === undefined) return match;
  if (plugin.version === undefined) return 'unknown';
  return satisfies(plugin.version, range) ? match : 'no';
}
