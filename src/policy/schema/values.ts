import { valid, validRange } from 'semver';
import * as z from 'zod';
import { registryUrl } from '../../../registry-client/origins.ts';
import { refuse } from '../../core/schema-check.ts';
import { durationMs, sizeBytes } from '../amounts.ts';
import { isGlob, isIdentityGlob } from '../globs.ts';

/** Every fault of a policy weighs the same: the file isn't used. */
export const policyCode = 'POLICY_INVALID';
const code = policyCode;

/** What somebody thinks of a thing: fine, only if it is agreed to, or never. */
export const opinion = z.enum(['allow', 'ask', 'deny']);
export type Opinion = z.infer<typeof opinion>;

/** @param description what it is for, in an editor */
export const text = (description: string) => z.string().exactOptional().meta({ description });

/** An opinion on one thing. */
export const opinionOn = (description: string) => opinion.exactOptional().meta({ description });

/** Text that has to be of a certain form. */
export function formed(isSound: (given: string) => boolean, message: string) {
  return z.string().check((context) => {
    if (!isSound(context.value)) refuse(context, { code, message });
  });
}

export const duration = formed(
  (given) => durationMs(given) !== undefined,
  'A time is a number with its unit: "30s", "45m", "12h", "3d" or "2w".',
);

export const size = formed(
  (given) => sizeBytes(given) !== undefined,
  'A size is a whole number with its unit: "512KB", "10MB" or "1GB".',
);

export const count = z
  .number()
  .check((context) => {
    if (Number.isSafeInteger(context.value) && context.value >= 1) return;
    refuse(context, { code, message: 'A limit is a whole number, 1 at least.' });
  })
  .meta({ type: 'integer', minimum: 1 });

const anInstant = z.iso.datetime({ offset: true });
const instantMessage = 'It is an instant with its zone, such as "2027-06-01T00:00:00Z".';
export const instant = formed((given) => anInstant.safeParse(given).success, instantMessage).meta({
  format: 'date-time',
});

export const registry = formed(
  (given) => registryUrl(given) !== undefined,
  'A registry is an https address without a user, a query or a fragment.',
);

export const absolutePath = formed(
  (given) => /^(?:\/|[A-Za-z]:[\\/])/u.test(given),
  'The path begins at the root of the file system.',
);

export const glob = formed(isGlob, 'It is a name, "*", "@scope/*", or the beginning of a name and one "*".');

export const pluginName = formed((given) => isGlob(given) && !given.endsWith('*'), 'It is the name of one plugin.');

/** A pattern of names, or a name with the one version that is meant. */
export const packageGlob = formed((given) => {
  const [, name = given, exact] = /^(.+)@(.*)$/u.exec(given) ?? [];
  return isGlob(name) && (exact === undefined || (valid(exact) === exact && !name.endsWith('*')));
}, 'It is a name, a pattern of names, or a name with one version: "sharp@0.34.1".');

export const identityGlob = formed(
  isIdentityGlob,
  'It is an https address in which "*" stands for part of one segment.',
);

/** Asked before anything reads it: some grow with the square of their length. */
const longestRange = 200;
export const range = formed(
  (given) => given.length <= longestRange && validRange(given) !== null,
  'It is no range of versions.',
);

export const version = formed(
  (given) => /^\d+\.\d+\.\d+$/u.test(given),
  'A version is three numbers, such as "1.4.0".',
);

export const integrity = formed(
  (given) => /^sha512-[A-Za-z0-9+/]{86}==$/u.test(given),
  'It is the sha512 of an archive: "sha512-" and 88 characters.',
);

/** A record whose keys have to be of a certain form. */
export function recordOf<Value extends z.ZodType>(key: z.ZodType<string>, value: Value) {
  return z.record(z.string(), value).check((context) => {
    for (const name of Object.keys(context.value)) {
      const [issue] = key.safeParse(name).error?.issues ?? [];
      if (issue !== undefined) refuse(context, { code, message: issue.message, path: [name], inKey: true });
    }
  });
}
