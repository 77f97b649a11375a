import * as z from 'zod';
import { suggestionFor } from '../../core/suggestion.ts';
import { refuse } from '../../core/schema-check.ts';
import { formed, glob, instant, policyCode as code, range } from './values.ts';
import { isGlob, isTeamPattern } from '../globs.ts';

/** Rules that an exception can name, except for the keys of `plugins.rules`. */
const exceptableRules = [
  ...['file', 'directory', 'registry'].map((key) => `sources.${key}`),
  'plugins.default',
  ...['signatures', 'provenance', 'identities', 'noDowngrade', 'revocations'].map((key) => `trust.${key}`),
  ...['minAge', 'missingTime'].map((key) => `freshness.${key}`),
  ...['allow', 'ask', 'deny'].map((key) => `permissions.${key}`),
  'scripts.allow',
  ...['registry', 'allow', 'deny', 'minAge'].map((key) => `dependencies.${key}`),
  ...['prerelease', 'deprecated', 'major', 'frozen'].map((key) => `updates.${key}`),
  ...['allow', 'deny', 'unknown'].map((key) => `licenses.${key}`),
  'tests.require',
];

const ruleKey =
  /^plugins\.rules(?:\.[\w$-]+|\["[^"]+"\])\.(?:mode|versions|integrity|platforms|minAge|permissions\.(?:allow|ask|deny))$/u;

const ruleName = z.string().check((context) => {
  const { value } = context;
  if (exceptableRules.includes(value) || ruleKey.test(value)) return;
  const message = `${JSON.stringify(value)} is not a rule that an exception can name.`;
  refuse(context, {
    code,
    message,
    hint: suggestionFor(value, [...exceptableRules, 'plugins.rules["<pattern>"].mode']),
  });
});

const oneLine = formed(
  (given) => given.trim() !== '' && given.length <= 500 && !/\p{Cc}/u.test(given),
  'The reason must be one line.',
).meta({ minLength: 1, maxLength: 500 });

/** Name pattern of plugins, or a team: `team:payments`. */
export const pluginPattern = formed(
  (given) => isGlob(given) || isTeamPattern(given),
  'A pattern must be a name, "*", "@scope/*", a name prefix and one "*", or a team: "team:payments".',
);

const exceptionSchema = z.strictObject({
  plugin: pluginPattern.meta({ description: 'A name or pattern, or a team: "team:payments".' }),
  version: range.exactOptional().meta({ description: 'A range of versions; all versions if absent.' }),
  rule: ruleName.meta({ description: 'Key of the rule, as a denial shows it: "dependencies.deny".' }),
  reason: oneLine.meta({ description: 'Reason, shown with the verdict and before consent.' }),
  until: instant.meta({ description: 'End of the exception, with a time zone. Afterwards, the rule applies again.' }),
});

/** Exceptions from rules of this policy, and of policies that extend it. */
export const exceptionsSchema = z.array(exceptionSchema).max(1000).meta({
  description: 'Plugins that do not need to obey one rule of this policy for a limited time.',
});

/** One exception as written. */
export type WrittenException = z.infer<typeof exceptionSchema>;

const publisher = formed(
  (given) => given.trim() === given && given !== '' && given.length <= 214,
  'A publisher must be a user name of the registry.',
);

/** Named groups of plugins, for the keys of `plugins.rules` and for exceptions. */
export const teamSchema = z.strictObject({
  plugins: z.array(glob).min(1).meta({ description: 'Names and patterns of the plugins.' }),
  publishers: z.array(publisher).min(1).exactOptional().meta({
    description: 'User names at the registry. If present, one of them must have published the release.',
  }),
});

export const teamName = formed(
  (given) => isTeamPattern(`team:${given}`),
  'A team name must have lower-case letters, digits and "-": "payments".',
);
