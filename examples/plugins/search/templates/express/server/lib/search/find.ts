import { db } from '../db';
import { recordsOf } from '../records';
import { reachOf } from '../records/access';
import type { Actor, Row } from '../records/types';
import { hasWords, indexText, type Searched, searched, valuesOf, wordsOf } from './text';

/** A record that the caller can read. */
export interface Found {
  /** The path of its entity below `/api`. */
  readonly path: string;
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
}

const mostResults = 20;
/** The size and the number of the pages of entries that one search reads. */
const [pageSize, mostPages] = [100, 10];

/**
 * Returns the records with all words of a query, the newest entries first. The index only proposes
 * records: each is read with the access rules and hooks of its entity, and compared again. So
 * neither an old entry nor a hidden value makes a record appear.
 */
export async function find(query: string, actor: Actor): Promise<readonly Found[]> {
  const words = wordsOf(query);
  const names = words.length === 0 ? [] : await readableEntities(actor);
  if (names.length === 0) return [];
  const where = {
    entity: { in: names },
    AND: words.map((word) => ({ text: { contains: ` ${word}` } })),
  };
  const results: Found[] = [];
  let cursor: { id: string } | undefined;
  for (let page = 0; page < mostPages && results.length < mostResults; page += 1) {
    const entries = await db.searchEntry.findMany({
      where,
      orderBy: { id: 'desc' },
      take: pageSize,
      ...(cursor && { cursor, skip: 1 }),
    });
    results.push(...(await readable(entries, { words, actor })));
    const last = entries.at(-1);
    if (entries.length < pageSize || last === undefined) break;
    cursor = { id: last.id };
  }
  return results.slice(0, mostResults);
}

/** A caller who may read no record of an entity does not search it. */
async function readableEntities(actor: Actor): Promise<string[]> {
  const names = [...searched.keys()];
  const reaches = await Promise.all(names.map((name) => reachOf(name, 'read', actor)));
  return names.filter((_, index) => reaches[index] !== 'none');
}

interface Entry {
  readonly entity: string;
  readonly recordId: string;
}

interface Search {
  readonly words: readonly string[];
  readonly actor: Actor;
}

/** Returns the records of entries that the caller can read and that have the words now. */
async function readable(entries: readonly Entry[], { words, actor }: Search): Promise<Found[]> {
  const rows = new Map<string, Row>();
  for (const name of new Set(entries.map(({ entity }) => entity))) {
    const ids = entries.filter(({ entity }) => entity === name).map(({ recordId }) => recordId);
    const query = { where: { AND: [{ id: { in: ids } }] }, orderBy: [], take: ids.length };
    const listed = await recordsOf(name)?.list({ ...query, include: undefined }, actor);
    for (const row of listed ?? []) rows.set(`${name} ${row.id}`, row);
  }
  return entries.flatMap(({ entity, recordId }) => {
    const [known, row] = [searched.get(entity), rows.get(`${entity} ${recordId}`)];
    const isFound = known && row && hasWords(indexText(known, row), words);
    return isFound ? [foundOf(known, row)] : [];
  });
}

function foundOf(entity: Searched, row: Row): Found {
  const [title = row.id, ...others] = valuesOf(entity, row);
  return { path: entity.path, id: row.id, title, excerpt: others.join(' · ').slice(0, 200) };
}
