import type { Rename } from '../data-layer/renames.ts';
import type { Drop } from './drops.ts';
import type { RenamePlan } from './rename-statements.ts';

interface Planned extends Pick<RenamePlan, 'models' | 'tables'> {
  readonly drops: readonly Drop[];
}

/**
 * Returns a hint for renames whose old and new name are both missing in the database. A dropped table or column can be
 * the result of an earlier rename, so `was` should be updated. `undefined` without such renames and drops.
 */
export function staleHint(renames: readonly Rename[], planned: Planned): string | undefined {
  const questions = new Set(renames.flatMap((rename) => questionsOf(rename, planned)));
  if (questions.size === 0) return undefined;
  return `${[...questions].join(' ')} Then set "was" to the name that the database has. Otherwise accept the loss with --accept-data-loss.`;
}

function questionsOf(rename: Rename, { models, tables, drops }: Planned): readonly string[] {
  const model = models.find(({ name }) => name === (rename.kind === 'column' ? rename.model : rename.to));
  if (model === undefined) return [];
  const { table, columns } = model;
  if (rename.kind === 'model' && !tables.has(table)) {
    return drops
      .filter((drop) => drop.column === undefined && !drop.table.startsWith('_'))
      .map((drop) => `Did \`${drop.table}\` become \`${rename.to}\`?`);
  }
  const name = columns.find(({ field }) => field === rename.to)?.name;
  if (rename.kind !== 'column' || tables.get(table)?.some((column) => column.name === name) !== false) return [];
  return drops
    .filter((drop) => drop.table === table && drop.column !== undefined)
    .map(({ column }) => `Did \`${column}\` of \`${table}\` become \`${rename.to}\`?`);
}
