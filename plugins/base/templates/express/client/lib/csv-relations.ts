import { apiAddress, withQuery } from '@/lib/address';
import { getPage, ProblemError } from '@/lib/api';
import type { Row } from '@/lib/csv-import';
import type { ImportField } from '@/lib/csv-values';
import { filterParameters } from '@/lib/filters';
import type { Resource, Stored } from '@/lib/resource';

/** The ids of the records with a name. */
type Ids = ReadonlyMap<string, readonly string[]>;

/** The ids of related records, by field and name. */
export type RelatedIds = ReadonlyMap<string, Ids>;

const none: Ids = new Map();

/** Returns whether a string looks like an id of the database, which needs no search. */
function isId(text: string): boolean {
  return /^(?:c[\da-z]{24}|[\da-f]{24})$/.test(text);
}

/**
 * Splits a cell into ids or names of related records. Ids are separated by spaces, commas or
 * semicolons, names by semicolons or, without a semicolon, by commas.
 */
function partsOf(text: string, { isMany }: ImportField): readonly string[] {
  if (!isMany) return [text];
  const words = text.split(/[\s,;]+/).filter(Boolean);
  if (words.every(isId)) return words;
  return text
    .split(text.includes(';') ? ';' : ',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * Returns the value of a cell with ids or names of related records. A part that is not a name is
 * kept, because it can be an id. `undefined` if several records have the same name.
 */
export function relatedValue(
  text: string,
  field: ImportField,
  ids: Ids = none,
): string | readonly string[] | undefined {
  const parts = partsOf(text, field);
  if (parts.some((part) => (ids.get(part)?.length ?? 0) > 1)) return undefined;
  // Ids that have another form are separated by spaces too.
  return field.isMany
    ? parts.flatMap((part) => ids.get(part) ?? part.split(/\s+/))
    : (ids.get(text)?.[0] ?? text);
}

/**
 * Returns the ids of the related records that rows give by name. The server finds only records that
 * the user may read.
 */
export async function findRelated(
  rows: readonly Row[],
  fields: readonly (ImportField | undefined)[],
  signal: AbortSignal,
): Promise<RelatedIds> {
  const related = new Map<string, Ids>();
  for (const [index, field] of fields.entries()) {
    if (field?.relation?.sort === undefined) continue;
    const names = rows.flatMap(({ cells }) => partsOf((cells[index] ?? '').trim(), field));
    const searched = [...new Set(names)].filter((name) => name !== '' && !isId(name));
    related.set(field.name, await findIds(field.relation, searched, signal));
  }
  return related;
}

/** The maximum number and length of the names in a request. */
const most = { names: 50, characters: 1_000 };

async function findIds(
  resource: Resource,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Ids> {
  const ids = new Map<string, string[]>();
  for (const batch of batchesOf(names)) {
    const found = await findNamed(resource, batch, signal);
    // The user may not read the names.
    if (found === undefined) break;
    for (const record of found) {
      const name = nameOf(record, resource);
      ids.set(name, [...(ids.get(name) ?? []), record.id]);
    }
  }
  return ids;
}

function batchesOf(names: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let length = 0;
  for (const name of names) {
    const last = batches.at(-1);
    length += name.length;
    if (last && last.length < most.names && length <= most.characters) {
      last.push(name);
    } else {
      batches.push([name]);
      length = name.length;
    }
  }
  return batches;
}

/** The maximum number of records in a response. */
const pageSize = 200;

/**
 * Returns the records that have one of the names. A name that many records have can lack some of
 * them. `undefined` if the server refuses each name.
 */
async function findNamed(
  resource: Resource,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly Stored[] | undefined> {
  const { path, sort = '' } = resource;
  const filters = filterParameters({ [sort]: names.length === 1 ? names[0] : { in: names } });
  const address = withQuery(apiAddress(path), { ...filters, limit: pageSize });
  try {
    const { items, next } = await getPage<Stored>(address, signal);
    if (next === undefined || names.length === 1) return items;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status !== 422) throw error;
    if (names.length === 1) return undefined;
  }
  const half = Math.ceil(names.length / 2);
  const first = await findNamed(resource, names.slice(0, half), signal);
  const second = await findNamed(resource, names.slice(half), signal);
  return first && second ? [...first, ...second] : (first ?? second);
}

function nameOf(record: Stored, { sort = '' }: Resource): string {
  const value: unknown = Object.entries(record).find(([field]) => field === sort)?.[1];
  return String(value).trim();
}
