import type { SchemaModel } from '../schema-models.ts';

/** The scalar types that both kinds of database store. */
export const scalarTypes = [
  'String',
  'Boolean',
  'Int',
  'BigInt',
  'Float',
  'Decimal',
  'DateTime',
  'Json',
  'Bytes',
  'Enum',
] as const;

export type ScalarType = (typeof scalarTypes)[number];

export interface CopyColumn {
  readonly name: string;
  readonly type: ScalarType;
  readonly isRequired: boolean;
  /** The values of an enum in the schema. Empty for other columns. */
  readonly values: readonly string[];
}

export interface CopyTable {
  readonly name: string;
  readonly columns: readonly CopyColumn[];
  /** Names of the columns that identify a row. */
  readonly key: readonly string[];
}

/** Tables that are copied together, because their foreign keys form a cycle, or a single table. */
export interface CopyGroup {
  readonly tables: readonly CopyTable[];
  readonly isCycle: boolean;
}

/**
 * Returns the tables of a schema. Each group comes after the groups to which its foreign keys refer. The tables of
 * implicit many-to-many relations are last.
 */
export function copyGroups(models: readonly SchemaModel[]): readonly CopyGroup[] {
  const reached = new Map(models.map((model) => [model.name, reachable(model, models)]));
  const reaches = (from: SchemaModel, to: SchemaModel): boolean => reached.get(from.name)?.has(to.name) === true;
  const placed = new Set<string>();
  const groups: CopyGroup[] = [];
  while (placed.size < models.length) {
    const left = models.filter(({ name }) => !placed.has(name));
    const first = left.find((model) => left.every((other) => !reaches(model, other) || reaches(other, model)));
    if (first === undefined) throw new Error('no model without open references');
    const members = left.filter((other) => other === first || (reaches(first, other) && reaches(other, first)));
    for (const { name } of members) placed.add(name);
    groups.push({ tables: members.map(tableOf), isCycle: reaches(first, first) });
  }
  return [...groups, ...linkTables(models).map((table) => ({ tables: [table], isCycle: false }))];
}

/** Returns the names of the models to which the keys of a model lead, directly or through other models. */
function reachable({ references }: SchemaModel, models: readonly SchemaModel[]): ReadonlySet<string> {
  const found = new Set(references);
  for (const name of found) {
    for (const next of models.find((model) => model.name === name)?.references ?? []) found.add(next);
  }
  return found;
}

function tableOf({ table, columns, key }: SchemaModel): CopyTable {
  return {
    name: table,
    columns: columns.map(({ name, type, isEnum, isRequired, values }) => ({
      name,
      type: isEnum ? 'Enum' : scalarType(type),
      isRequired,
      values,
    })),
    key,
  };
}

function linkTables(models: readonly SchemaModel[]): readonly CopyTable[] {
  const links = new Map(
    models.flatMap(({ name, links: own }) => own.map(({ relation, target }) => [relation, [name, target].sort()])),
  );
  return [...links].map(([relation, ends]) => ({
    name: `_${relation}`,
    columns: ['A', 'B'].map((name, index) => ({
      name,
      type: idType(models, ends[index]),
      isRequired: true,
      values: [],
    })),
    key: ['A', 'B'],
  }));
}

function idType(models: readonly SchemaModel[], name: string | undefined): ScalarType {
  const model = models.find((one) => one.name === name);
  return scalarType(model?.columns.find((column) => column.name === model.key[0])?.type ?? 'String');
}

function scalarType(type: string): ScalarType {
  const found = scalarTypes.find((known) => known === type);
  if (found === undefined) throw new Error(`${type} is not a scalar type`);
  return found;
}
