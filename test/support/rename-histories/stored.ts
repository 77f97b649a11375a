import { resolveModel } from '../../../src/data-layer/resolve.ts';
import type { EntityModel, Link } from '../../../src/data-layer/model.ts';
import { readConfig } from '../../../src/config/read.ts';
import type { Drop } from '../../../src/database/drops.ts';
import { configText } from './config-text.ts';
import { type Cell, type Entity, type Field, type ProjectState } from './project.ts';

export type Kind = 'sqlite' | 'postgresql';

/** Returns the checked configuration of a state. */
export function configOf(state: ProjectState, kind: Kind) {
  return readConfig(configText(state, kind === 'sqlite' ? 'file' : 'relational'), { file: 'genlock.json' });
}

/** A table of the database with its expected rows, each as one string. */
export interface ExpectedTable {
  readonly query: string;
  readonly rows: readonly string[];
}

/** Returns a query for each table, and the rows of the state in the query's form. */
export function expectedTables(state: ProjectState, kind: Kind): readonly ExpectedTable[] {
  return modelsOf(state, kind).flatMap(({ entity, model }) => {
    const columns = columnsOf(entity);
    const table = {
      query: `SELECT ${['id', ...columns.map(({ column }) => column)].map(quoted).join(', ')} FROM ${quoted(model.names.pascal)}`,
      rows: [...(state.rows.get(entity.id) ?? [])].map(([id, row]) =>
        JSON.stringify([id, ...columns.map(({ member, stored }) => stored(row.get(member)))]),
      ),
    };
    const links = model.links.map((link, at): ExpectedTable => {
      const relation = entity.relations.filter(({ type }) => type === 'many-to-many')[at];
      const { table: name, sides } = linkTable(link, model);
      return {
        query: `SELECT ${sides.map(quoted).join(', ')} FROM ${quoted(name)}`,
        rows: (state.links.get(relation?.id ?? 0) ?? []).map((pair) => JSON.stringify(pair)),
      };
    });
    return [table, ...links];
  });
}

/** Returns the statements that insert the rows of `state` that `stored` does not have. */
export function insertions(state: ProjectState, stored: ProjectState, kind: Kind): readonly string[] {
  const models = modelsOf(state, kind);
  const rows = models.flatMap(({ entity, model }) => {
    const columns = columnsOf(entity);
    return [...(state.rows.get(entity.id) ?? [])]
      .filter(([id]) => stored.rows.get(entity.id)?.has(id) !== true)
      .map(([id, row]) => {
        const given = columns.filter(({ member }) => row.has(member));
        const cells = given.map(({ member, stored: cell }) => literal(cell(row.get(member))));
        const names = ['id', 'updatedAt', ...given.map(({ column }) => column)].map(quoted).join(', ');
        return `INSERT INTO ${quoted(model.names.pascal)} (${names}) VALUES (${[literal(id), 'CURRENT_TIMESTAMP', ...cells].join(', ')})`;
      });
  });
  const links = models.flatMap(({ entity, model }) =>
    model.links.flatMap((link, at) => {
      const id = entity.relations.filter(({ type }) => type === 'many-to-many')[at]?.id ?? 0;
      const { table, sides } = linkTable(link, model);
      const known = new Set((stored.links.get(id) ?? []).map((pair) => pair.join()));
      const added = (state.links.get(id) ?? []).filter((pair) => !known.has(pair.join()));
      return added.map(([from, to]) => {
        const ordered = sides[0] === 'A' ? [from, to] : [to, from];
        return `INSERT INTO ${quoted(table)} ("A", "B") VALUES (${ordered.map(literal).join(', ')})`;
      });
    }),
  );
  // Both ends of a relation give the same statements.
  return [...rows, ...new Set(links)];
}

/** Returns the tables and columns that the parts removed since `before` have, with the tables' new names. */
export function removedObjects(before: ProjectState, after: ProjectState, kind: Kind): readonly Drop[] {
  return modelsOf(before, kind).flatMap(({ entity, model }): readonly Drop[] => {
    const now = after.entities.find(({ id }) => id === entity.id);
    const members = new Set([...(now?.fields ?? []), ...(now?.relations ?? [])].map(({ id }) => id));
    const table = now?.name ?? entity.name;
    const links = entity.relations.filter(({ type }) => type === 'many-to-many');
    return [
      ...(now === undefined
        ? [{ table }]
        : columnsOf(entity)
            .filter(({ member }) => !members.has(member))
            .map(({ column }) => ({ table, column }))),
      ...model.links.flatMap((link, at) =>
        members.has(links[at]?.id ?? 0) ? [] : [{ table: linkTable(link, model).table }],
      ),
    ];
  });
}

function modelsOf(
  state: ProjectState,
  kind: Kind,
): readonly { readonly entity: Entity; readonly model: EntityModel }[] {
  const { entities } = resolveModel(configOf(state, kind));
  return state.entities.flatMap((entity, at) => {
    const model = entities[at];
    return model === undefined ? [] : [{ entity, model }];
  });
}

interface StoredColumn {
  readonly member: number;
  readonly column: string;
  readonly stored: (cell: Cell | undefined) => Cell | null;
}

function columnsOf({ fields, relations }: Entity): readonly StoredColumn[] {
  return [
    ...fields.map((field) => ({
      member: field.id,
      column: field.name,
      stored: (cell: Cell | undefined) => storedValue(field, cell),
    })),
    ...relations
      .filter(({ type }) => type === 'many-to-one')
      .map(({ id, name }) => ({ member: id, column: `${name}Id`, stored: (cell: Cell | undefined) => cell ?? null })),
  ];
}

function storedValue({ type, values }: Field, cell: Cell | undefined): Cell | null {
  if (cell === undefined) return null;
  // A removed value has no name. The command must refuse its removal while rows have the value.
  return type === 'Enum' ? (values.find(({ id }) => id === cell)?.name ?? `removed value ${cell}`) : cell;
}

/** The columns of a join table in Prisma: `A` is the model, or the field of one model, that sorts first. */
function linkTable({ relationName, target, name, backReference }: Link, { names }: EntityModel) {
  const source = names.pascal;
  const isFirst = source === target ? name < backReference : source < target;
  const sides: readonly [string, string] = isFirst ? ['A', 'B'] : ['B', 'A'];
  return { table: `_${relationName ?? [source, target].sort().join('To')}`, sides };
}

function quoted(name: string): string {
  return `"${name}"`;
}

function literal(cell: Cell | null): string {
  return cell === null ? 'NULL' : typeof cell === 'number' ? String(cell) : `'${cell}'`;
}
