import { db } from '../db';
import { recordsOf } from '../records';
import { putEntry } from './entries';
import { type Searched, searched } from './text';

const size = 200;

/** Adds entries for records that were written without hooks, and removes entries without a record. */
export async function rebuild(): Promise<void> {
  for (const entity of searched.values()) {
    await addEntries(entity);
    await removeEntries(entity);
  }
  await db.searchEntry.deleteMany({ where: { entity: { notIn: [...searched.keys()] } } });
}

async function idsAfter(last: string | undefined, { name }: Searched) {
  const where = { AND: last === undefined ? [] : [{ id: { gt: last } }] };
  const query = { where, orderBy: [{ id: 'asc' }], take: size, include: undefined };
  return (await recordsOf(name)?.list(query)) ?? [];
}

async function addEntries(entity: Searched): Promise<void> {
  let last: string | undefined;
  do {
    const rows = await idsAfter(last, entity);
    for (const row of rows) await putEntry(db, entity, row);
    last = rows.length < size ? undefined : rows.at(-1)?.id;
  } while (last !== undefined);
}

async function removeEntries({ name }: Searched): Promise<void> {
  let last: string | undefined;
  do {
    const entries = await db.searchEntry.findMany({
      where: { entity: name, ...(last !== undefined && { recordId: { gt: last } }) },
      orderBy: { recordId: 'asc' },
      take: size,
    });
    const ids = entries.map(({ recordId }) => recordId);
    const where = { AND: [{ id: { in: ids } }] };
    const rows = await recordsOf(name)?.list({
      where,
      orderBy: [],
      take: size,
      include: undefined,
    });
    const known = new Set(rows?.map(({ id }) => id));
    const gone = ids.filter((id) => !known.has(id));
    await db.searchEntry.deleteMany({ where: { entity: name, recordId: { in: gone } } });
    last = entries.length < size ? undefined : ids.at(-1);
  } while (last !== undefined);
}
