import type { RenamePlan } from './rename-statements.ts';

/** A table, or a column of one that stays, that the schema no longer has. */
export interface Drop {
  readonly table: string;
  readonly column?: string;
}

/** What a migration to these models drops of these tables, after all renaming. */
export function dropsOf({ models, tables }: Pick<RenamePlan, 'models' | 'tables'>): readonly Drop[] {
  const links = new Set(models.flatMap((model) => model.links.map(({ relation }) => `_${relation}`)));
  return [...tables].flatMap(([table, columns]): readonly Drop[] => {
    if (links.has(table)) return [];
    const model = models.find((one) => one.table === table);
    if (model === undefined) return [{ table }];
    const kept = new Set(model.columns.map(({ name }) => name));
    return columns.filter(({ name }) => !kept.has(name)).map(({ name }) => ({ table, column: name }));
  });
}

/**
 * Everything somebody loses, one sentence each. The engine warns of what holds data; that an empty table or column goes
 * is its owner's to know, too.
 */
export function lossesOf(warnings: readonly string[], drops: readonly Drop[]): readonly string[] {
  const untold = drops.filter((drop) => !warnings.some((warning) => isAbout(warning, drop)));
  return [...warnings, ...untold.map(sentenceOf)];
}

/** Whether a warning of the engine speaks of this. */
export function isAbout(warning: string, { table, column = table }: Drop): boolean {
  return [table, column].every((name) => warning.includes(`\`${name}\``));
}

function sentenceOf({ table, column }: Drop): string {
  return column === undefined
    ? `The \`${table}\` table is dropped.`
    : `The column \`${column}\` of the \`${table}\` table is dropped.`;
}
