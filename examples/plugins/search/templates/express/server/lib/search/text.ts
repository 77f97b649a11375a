import { accessRules } from '../../generated/access';
import { entities } from '../../generated/openapi';
import { settings } from '../../generated/settings';
import { value } from '../openapi/describe';

const texts: ReadonlySet<unknown> = new Set([
  value.text,
  value.email,
  value.url,
  value.phone,
  value.slug,
]);

const chosen = settings.search.entities
  .split(',')
  .map((name) => name.trim())
  .filter(Boolean);

/** An entity with the fields that can be searched. */
export interface Searched {
  readonly name: string;
  readonly path: string;
  readonly fields: readonly string[];
}

/** The entities of the search. A field with an access rule of its own is not searched. */
export const searched: ReadonlyMap<string, Searched> = new Map(
  entities
    .filter(({ name }) => chosen.length === 0 || chosen.includes(name))
    .map(({ name, path, fields, lists }) => {
      const limited = accessRules.get(name)?.fields ?? {};
      const all = [...(lists.search ?? []), ...Object.keys(fields)].filter(
        (field) => texts.has(fields[field]?.schema) && !Object.hasOwn(limited, field),
      );
      return [name, { name, path, fields: [...new Set(all)] }];
    }),
);

/** The maximum number of characters of a record that the index contains. */
const mostCharacters = 20_000;

/** Returns the values of a record that can be searched. */
export function valuesOf({ fields }: Pick<Searched, 'fields'>, record: object): string[] {
  const values = new Map<string, unknown>(Object.entries(record));
  return fields.flatMap((field) => {
    const text = values.get(field);
    return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : [];
  });
}

/** Returns a string without case, accents and punctuation. A space precedes every word. */
export function normalised(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return ` ${plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()}`.slice(0, mostCharacters);
}

/** Returns the text of a record in the index. */
export function indexText(entity: Pick<Searched, 'fields'>, record: object): string {
  return normalised(valuesOf(entity, record).join(' '));
}

/** Returns the words of a query, at most ten. */
export function wordsOf(query: string): string[] {
  return normalised(query.slice(0, 200)).split(' ').filter(Boolean).slice(0, 10);
}

/** Returns whether the text in the index has a word that starts with each of the words. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(` ${word}`));
}
