import * as z from 'zod';
import { readJsonDocument } from '../core/json-document.ts';
import { checkSchema, oneCode, problemsIn, refuse, type SchemaFault } from '../core/schema-check.ts';
import { throwProblems } from '../errors/error.ts';
import { durationMs } from './amounts.ts';
import { formed, glob, instant, integrity, range, text as shown } from './schema/values.ts';

const code = 'POLICY_REVOCATIONS';

const longestWords = 500;

const revocationSchema = z
  .strictObject({
    name: glob.exactOptional().meta({ description: 'A name, or a pattern of names.' }),
    versions: range
      .exactOptional()
      .meta({ description: 'A range of versions, those before a release included; all if absent.' }),
    integrity: z
      .array(integrity.meta({ pattern: '^sha512-[A-Za-z0-9+/]{86}==$' }))
      .min(1)
      .max(1000)
      .exactOptional()
      .meta({ description: 'The sha512 of archives; under whatever name, if there is none.' }),
    reason: words('It is a line that says why.').meta({ description: 'Why, shown to whom it stops.' }),
    contact: words('It is a line that says who answers questions.').meta({ description: 'Who answers questions.' }),
  })
  .check((context) => {
    const { name, integrity: bytes } = context.value;
    if (name === undefined && bytes === undefined)
      refuse(context, { code, message: 'It names a plugin, or the bytes of an archive.' });
  })
  .meta({ anyOf: ['name', 'integrity'].map((key) => ({ properties: { [key]: {} }, required: [key] })) });

function words(message: string) {
  return formed(isWords, message).meta({ minLength: 1, maxLength: longestWords });
}

function isWords(text: string): boolean {
  return text.trim() !== '' && text.length <= longestWords && !/\p{Cc}/u.test(text);
}

/** The shape of a list of what is revoked. */
export const revocationsSchema = z
  .strictObject({
    $schema: shown('Where the schema of this file is, for editors.'),
    version: z.literal(1).meta({ description: 'Version of this format.' }),
    updated: instant.meta({ description: 'When somebody last vouched for all of it, with its zone.' }),
    revoked: z.array(revocationSchema).max(100_000).meta({ description: 'Releases that may not come or stay.' }),
  })
  .meta({ title: 'Genlock: what is revoked' });

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
  const codes = oneCode(code);
  const document = readJsonDocument(text, { file, codes });
  const { data, findings, unknownKeys } = checkSchema(revocationsSchema, { value: document.value, codes });
  const stale = data === undefined ? [] : staleness(new Date(data.updated), { maxStale, now });
  // Its values are those of policies, and refuse in their name.
  const ours = [...unknownKeys, ...findings, ...stale].map((finding): SchemaFault => ({ ...finding, code }));
  throwProblems(problemsIn(document, ours));
  return data?.revoked ?? [];
}

function staleness(updated: Date, { maxStale, now }: Pick<RevocationText, 'maxStale' | 'now'>): readonly SchemaFault[] {
  const age = now.getTime() - updated.getTime();
  const path = ['updated'];
  if (age < -ahead) return [{ code, message: 'The list is of the future, so nobody knows how old it is.', path }];
  if (age <= (durationMs(maxStale) ?? 0)) return [];
  return [{ code, message: `The list is of ${updated.toISOString()} and may be ${maxStale} old.`, path }];
}
