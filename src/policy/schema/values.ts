import { valid, validRange } from 'semver';
import * as z from 'zod';
import { registryUrl } from '../../../registry-client/origins.ts';
import { refuse } from '../../core/schema-check.ts';
import { durationMs, sizeBytes } from '../amounts.ts';
import { isGlob, isIdentityGlob, packageEntry } from '../globs.ts';

/** Error code of every problem in a policy. Any problem rejects the file. */
export const policyCode = 'POLICY_INVALID';
const code = policyCode;

/** Verdict on one thing: accepted, accepted with consent, or rejected. */
export const opinion = z.enum(['allow', 'ask', 'deny']);
export type Opinion = z.infer<typeof opinion>;

/** Creates the schema of an optional string. @param description shown in editors */
export const text = (description: string) => z.string().exactOptional().meta({ description });

/** Creates the schema of a verdict on one thing. */
export const opinionOn = (description: string) => opinion.exactOptional().meta({ description });

/** Creates the schema of a string with a required format. */
export function formed(isSound: (given: string) => boolean, message: string) {
  return z.string().check((context) => {
    if (!isSound(context.value)) refuse(context, { code, message });
  });
}

export const duration = formed(
  (given) => durationMs(given) !== undefined,
  'A duration must be a number with a unit: "30s", "45m", "12h", "3d" or "2w".',
);

export const size = formed(
  (given) => sizeBytes(given) !== undefined,
  'A size must be an integer with a unit: "512KB", "10MB" or "1GB".',
);

export const count = z
  .number()
  .check((context) => {
    if (Number.isSafeInteger(context.value) && context.value >= 1) return;
    refuse(context, { code, message: 'A limit must be an integer of at least 1.' });
  })
  .meta({ type: 'integer', minimum: 1 });

const anInstant = z.iso.datetime({ offset: true });
const instantMessage = 'The time must have a time zone, such as "2027-06-01T00:00:00Z".';
export const instant = formed((given) => anInstant.safeParse(given).success, instantMessage).meta({
  format: 'date-time',
});

export const registry = formed(
  (given) => registryUrl(given) !== undefined,
  'A registry must be an https URL without a user name, query or fragment.',
);

export const absolutePath = formed((given) => /^(?:\/|[A-Za-z]:[\\/])/u.test(given), 'The path must be absolute.');

export const glob = formed(isGlob, 'A pattern must be a name, "*", "@scope/*", or a name prefix and one "*".');

export const pluginName = formed(
  (given) => isGlob(given) && !given.endsWith('*'),
  'This must be the name of one plugin.',
);

/** Name pattern, or a name with an exact version. */
export const packageGlob = formed((given) => {
  const [, name = given, exact] = /^(.+)@(.*)$/u.exec(given) ?? [];
  return isGlob(name) && (exact === undefined || (valid(exact) === exact && !name.endsWith('*')));
}, 'An entry must be a name, a name pattern, or a name with one version: "sharp@0.34.1".');

/** Length limit checked before parsing, because the parse time of some ranges grows with the square of their length. */
const longestRange = 200;

/** Name pattern, or a name pattern with a version range: `zod@^4`. */
export const packageRange = formed((given) => {
  const { name, range: versions } = packageEntry(given);
  return isGlob(name) && (versions === undefined || (versions.length <= longestRange && validRange(versions) !== null));
}, 'An entry must be a name, a name pattern, or one of them with a version range: "zod@^4".');

export const identityGlob = formed(
  isIdentityGlob,
  'An identity must be an https URL. "*" matches a part of one segment.',
);

export const range = formed(
  (given) => given.length <= longestRange && validRange(given) !== null,
  'This is not a version range.',
);

export const version = formed(
  (given) => /^\d+\.\d+\.\d+$/u.test(given),
  'A version must have three numbers, such as "1.4.0".',
);

export const integrity = formed(
  (given) => /^sha512-[A-Za-z0-9+/]{86}==$/u.test(given),
  'The value must be the sha512 of an archive: "sha512-" and 88 characters.',
);

/** Creates the schema of a record whose keys must have a certain format. */
export function recordOf<Value extends z.ZodType>(key: z.ZodType<string>, value: Value) {
  return z.record(z.string(), value).check((context) => {
    for (const name of Object.keys(context.value)) {
      const [issue] = key.safeParse(name).error?.issues ?? [];
      if (issue !== undefined) refuse(context, { code, message: issue.message, path: [name], inKey: true });
    }
  });
}
