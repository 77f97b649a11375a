import { safeParse } from 'zod';
import type { AnyColumn } from '@/components/records/Cell';
import { apiAddress, withQuery } from '@/lib/address';
import { getPage } from '@/lib/api';
import type { Resource, Stored } from '@/lib/resource';

/** The fields that the server sets for each new record. */
const serverFields = new Set(['id', 'createdAt', 'updatedAt']);

/**
 * Returns the input that creates a deleted record again, with a new id. `undefined` if the new
 * record would differ in a value, or if the deletion changes other records.
 */
export async function restorableInput<Item extends Stored>(
  resource: Resource<Item>,
  { record, columns }: { record: Item; columns: readonly AnyColumn[] },
): Promise<object | undefined> {
  const { input, dependents, include = [] } = resource;
  if (input === undefined || dependents === undefined) return undefined;
  const schema = await input();
  const values = inputOf(record, { columns, include });
  const [known, given] = [Object.keys(schema.shape), Object.keys(values)];
  const isComplete = known.length === given.length && known.every((name) => name in values);
  if (!isComplete || !safeParse(schema, values).success) return undefined;
  const counts = await Promise.all(
    dependents.map(async ({ path, filter }) => {
      const page = await getPage<Stored>(
        withQuery(apiAddress(path), { [filter]: record.id, limit: 1 }),
      );
      return page.items.length;
    }),
  );
  return counts.every((count) => count === 0) ? values : undefined;
}

/** Returns the values of a record by their names in the input: `tagIds` for the related `tags`. */
function inputOf<Item extends Stored>(
  record: Item,
  { columns, include }: { columns: readonly AnyColumn[]; include: readonly string[] },
): Readonly<Record<string, unknown>> {
  const isOwn = (name: string) => !serverFields.has(name) && !include.includes(name);
  const own = Object.entries(record).filter(([name]) => isOwn(name));
  const related = new Map<string, unknown>(Object.entries(record));
  const links = columns.flatMap(({ field, key, many }): [string, unknown][] => {
    const records = related.get(field);
    return many && key && Array.isArray(records)
      ? [[key, records.map(({ id }: Stored) => id)]]
      : [];
  });
  return Object.fromEntries([...own, ...links]);
}
