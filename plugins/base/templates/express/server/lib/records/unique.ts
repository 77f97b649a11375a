import { alreadyTaken } from '../errors';
import type { Row } from './types';

/** The names of fields whose combination of values is unique. */
export type UniqueGroup = readonly string[];

interface CountingTable {
  count(query: { where: object }): PromiseLike<number>;
}

/**
 * Returns the groups in which a write can leave a field empty. The unique index of a group does not
 * compare records with empty fields.
 *
 * @param isNew whether absent fields are empty. Otherwise, they are unchanged
 */
export function openGroups(
  groups: readonly UniqueGroup[],
  { body, isNew }: { readonly body: object; readonly isNew: boolean },
): readonly UniqueGroup[] {
  const given = new Map<string, unknown>(Object.entries(body));
  return groups.filter((fields) =>
    isNew
      ? fields.some((field) => given.get(field) == null)
      : fields.some((field) => given.get(field) !== undefined),
  );
}

/**
 * Checks a written record in its transaction. An empty field equals an empty field, except if all
 * fields of the group are empty.
 *
 * @throws HttpProblem 409 with a pointer to every field of the group
 */
export async function requireUnique(
  row: Row,
  { groups, table }: { readonly groups: readonly UniqueGroup[]; readonly table: CountingTable },
): Promise<void> {
  const stored = new Map<string, unknown>(Object.entries(row));
  for (const fields of groups) {
    const values = fields.map((field) => [field, stored.get(field) ?? null] as const);
    const empty = values.filter(([, value]) => value === null).length;
    if (empty === 0 || empty === fields.length) continue;
    if ((await table.count({ where: Object.fromEntries(values) })) > 1) throw alreadyTaken(fields);
  }
}
