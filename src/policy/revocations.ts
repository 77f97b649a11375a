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
      .meta({ description: 'The sha512 of archives. Without "name", any name matches.' }),
    reason: words('The reason must be one line.').meta({ description: 'Reason, shown when the release is denied.' }),
    contact: words('The contact must be one line.').meta({ description: 'Contact for questions.' }),
  })
  .check((context) => {
    const { name, integrity: bytes } = context.value;
    if (name === undefined && bytes === undefined)
      refuse(context, { code, message: 'An entry needs "name" or "integrity".' });
  })
  .meta({ anyOf: ['name', 'integrity'].map((key) => ({ properties: { [key]: {} }, required: [key] })) });

function words(message: string) {
  return formed(isWords, message).meta({ minLength: 1, maxLength: longestWords });
}

function isWords(text: string): boolean {
  return text.trim() !== '' && text.length <= longestWords && !/\p{Cc}/u.test(text);
}

/** Schema of a revocation list. */
export const revocationsSchema = z
  .strictObject({
    $schema: shown('Where the schema of this file is, for editors.'),
    version: z.literal(1).meta({ description: 'Version of this format.' }),
    updated: instant.meta({ description: 'Time of the last review of the list, with a time zone.' }),
    revoked: z.array(revocationSchema).max(100_000).meta({ description: 'Revoked releases.' }),
  })
  .meta({ title: 'Genlock revocation list' });

/** Revoked release. An entry matches only if all its conditions match. */
export type Revocation = z.infer<typeof revocationSchema>;

/** Maximum clock skew of the list's author. */
const ahead = 24 * 3_600_000;

/** Revocation list that was fetched or read, and its requirements. */
export interface RevocationText {
  readonly text: string;
  /** Path or address of the list, for error messages. */
  readonly file: string;
  /** Maximum age as written in a policy: `2d`. */
  readonly maxStale: string;
  readonly now: Date;
}

/**
 * Reads a revocation list. Any error rejects the whole list, because a partial list would accept revoked releases.
 *
 * @throws GenlockError POLICY_REVOCATIONS with all problems at once, also if the list is older than `maxStale`
 */
export function readRevocations({ text, file, maxStale, now }: RevocationText): readonly Revocation[] {
  const codes = oneCode(code);
  const document = readJsonDocument(text, { file, codes });
  const { data, faults, unknownKeys } = checkSchema(revocationsSchema, { value: document.value, codes });
  const stale = data === undefined ? [] : staleness(new Date(data.updated), { maxStale, now });
  // The shared schemas report policy error codes. Replaces them with the code of revocation lists.
  const ours = [...unknownKeys, ...faults, ...stale].map((fault): SchemaFault => ({ ...fault, code }));
  throwProblems(problemsIn(document, ours));
  return data?.revoked ?? [];
}

function staleness(updated: Date, { maxStale, now }: Pick<RevocationText, 'maxStale' | 'now'>): readonly SchemaFault[] {
  const age = now.getTime() - updated.getTime();
  const path = ['updated'];
  if (age < -ahead) return [{ code, message: 'The list is dated in the future.', path }];
  if (age <= (durationMs(maxStale) ?? 0)) return [];
  return [{ code, message: `The list is from ${updated.toISOString()}, but the maximum age is ${maxStale}.`, path }];
}
