import type { RenamePlan } from './rename-statements.ts';

/** A removed table, or a removed column of a kept table. */
export interface Drop {
  readonly table: string;
  readonly column?: string;
  /** The relation that keeps its rows and gets the table's name, such as `Post.likes`. */
  readonly keeper?: string;
}

/** Returns the tables and columns that a migration to these models drops, after all renames. */
export function dropsOf({ models, tables, replaced }: RenamePlan): readonly Drop[] {
  const links = new Set(models.flatMap((model) => model.links.map(({ relation }) => `_${relation}`)));
  const gone = [...replaced].map(([table, keeper]) => ({ table, keeper }));
  const left = [...tables].flatMap(([table, columns]): readonly Drop[] => {
    if (links.has(table)) return [];
    const model = models.find((one) => one.table === table);
    if (model === undefined) return [{ table }];
    const kept = new Set(model.columns.map(({ name }) => name));
    return columns.filter(({ name }) => !kept.has(name)).map(({ name }) => ({ table, column: name }));
  });
  return [...gone, ...left];
}

/**
 * Returns all losses, one sentence each. The engine only warns about tables and columns with data; dropped empty ones
 * are added, and tables that a rename replaces.
 */
export function lossesOf(warnings: readonly string[], drops: readonly Drop[]): readonly string[] {
  const untold = drops.filter(
    (drop) => drop.keeper !== undefined || !warnings.some((warning) => isAbout(warning, drop)),
  );
  return [...warnings, ...untold.map(sentenceOf)];
}

/** Returns whether an engine warning is about this table or column. */
export function isAbout(warning: string, { table, column = table }: Drop): boolean {
  return [table, column].every((name) => warning.includes(`\`${name}\``));
}

function sentenceOf({ table, column, keeper }: Drop): string {
  if (column !== undefined) return `The column \`${column}\` of the \`${table}\` table is dropped.`;
  return keeper === undefined
    ? `The \`${table}\` table is dropped.`
    : `The \`${table}\` table is dropped with the rows of a removed relation. \`${keeper}\` keeps its rows.`;
}
