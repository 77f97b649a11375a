import * as z from 'zod';
import { readJsonDocument } from '../config/json-document.ts';
import { checkShape, problemsIn, refuse, type Finding } from '../config/shape.ts';
import { throwProblems } from '../errors/error.ts';
import { durationMs } from './amounts.ts';
import { formed, glob, instant, integrity, range } from './schema/values.ts';

const code = 'POLICY_REVOCATIONS';

const revocationSchema = z
  .strictObject({
    name: glob.exactOptional(),
    versions: range.exactOptional(),
    integrity: z.array(integrity).min(1).max(1000).exactOptional(),
    reason: formed(isWords, 'It is a line that says why.'),
    contact: formed(isWords, 'It is a line that says who answers questions.'),
  })
  .check((context) => {
    const { name, integrity: bytes } = context.value;
    if (name === undefined && bytes === undefined)
      refuse(context, { code, message: 'It names a plugin, or the bytes of an archive.' });
  });

function isWords(text: string): boolean {
  return text.trim() !== '' && text.length <= 500 && !/\p{Cc}/u.test(text);
}

const listSchema = z.strictObject({
  $schema: z.string().exactOptional(),
  version: z.literal(1),
  updated: instant,
  revoked: z.array(revocationSchema).max(100_000),
});

/** Releases that may not come or stay: whatever is said of them has to be so. */
export type Revocation = z.infer<typeof revocationSchema>;

/** How far ahead the clock of who updates a list may be. */
const ahead = 24 * 3_600_000;

/** A list that was fetched or read, and what it has to be. */
export interface RevocationText {
  readonly text: string;
  /** How errors name it: a path or an address. */
  readonly file: string;
  /** As a policy gives it: `2d`. */
  readonly maxStale: string;
  readonly now: Date;
}

/**
 * Reads a list of releases that are revoked. Half a list would let through what the other half names, so a fault
 * anywhere is one of the whole.
 *
 * @throws GenlockError POLICY_REVOCATIONS with all problems at once; if it is older than it may be, too
 */
export function readRevocations({ text, file, maxStale, now }: RevocationText): readonly Revocation[] {
  const document = readJsonDocument(text, {
    file,
    codes: { syntax: code, tooLarge: code, keyDuplicate: code, keyForbidden: code },
  });
  const codes = { keyUnknown: code, keyMissing: code, wrongType: code } as const;
  const { data, findings, unknownKeys } = checkShape(listSchema, { value: document.value, codes });
  const stale = data === undefined ? [] : staleness(new Date(data.updated), { maxStale, now });
  // Its values are those of policies, and refuse in their name.
  const ours = [...unknownKeys, ...findings, ...stale].map((finding): Finding => ({ ...finding, code }));
  throwProblems(problemsIn(document, ours));
  return data?.revoked ?? [];
}

function staleness(updated: Date, { maxStale, now }: Pick<RevocationText, 'maxStale' | 'now'>): readonly Finding[] {
  const age = now.getTime() - updated.getTime();
  const path = ['updated'];
  if (age < -ahead) return [{ code, message: 'The list is of the future, so nobody knows how old it is.', path }];
  if (age <= (durationMs(maxStale) ?? 0)) return [];
  return [{ code, message: `The list is of ${updated.toISOString()} and may be ${maxStale} old.`, path }];
}
