import type { Config, Entity } from '../config/config.ts';
import type { DataModel, EntityModel, Link } from './model.ts';
import { implicitName, plainRelationName } from './relations.ts';
import { resolveModel } from './resolve.ts';

/**
 * A rename in a migration, in terms of the schema: models, fields and enum values. A `table` belongs to a many-to-many.
 * Columns and values use the new names of their model and field.
 */
export type Rename =
  | { readonly kind: 'model'; readonly from: string; readonly to: string }
  | { readonly kind: 'column'; readonly model: string; readonly from: string; readonly to: string }
  | {
      readonly kind: 'value';
      readonly model: string;
      readonly field: string;
      readonly from: string;
      readonly to: string;
    }
  | {
      readonly kind: 'table';
      readonly from: string;
      readonly to: string;
      /** Whether the columns `A` and `B` change places, because a relation to the same model has another order. */
      readonly isSwapped?: true;
    }
  | RelationTable;

/**
 * The tables that can have the rows of a many-to-many between two entities. The first relation of two entities has a
 * table that is named after both entities. The table of another relation becomes this table if the first relation is
 * removed or moved. No `was` declares that.
 */
export interface RelationTable {
  readonly kind: 'relation';
  /** For example `Post.likes`. */
  readonly name: string;
  /** The relation's table. */
  readonly to: string;
  /** The tables named after this relation, also by its former names. They have no rows of other relations. */
  readonly own: readonly string[];
  /** The tables of `own` with the name in `was`. */
  readonly former: readonly string[];
  /** The table named after both entities, then this table under the entities' former names. */
  readonly shared: readonly [string, ...string[]];
}

/**
 * Returns the renames declared by `was` and the tables of all many-to-many relations. Finds the former names by
 * comparing the model with the model under the former names. A key follows its relation, and a many-to-many's table both
 * entities. Completed renames are harmless, because migrations skip them. Former names that are in use again are skipped
 * here.
 */
export function renamesOf(config: Pick<Config, 'database' | 'entities'>): readonly Rename[] {
  const now = resolveModel(config);
  const former = formerStates.map((state) =>
    resolveModel({ ...config, entities: withFormerNames(config.entities, state) }),
  );
  const renames = former.flatMap((before) => renamesBetween(before, now));
  const values = [...now.entities.flatMap(valueRenames), ...relationTables(now, former)];
  return [...new Map([...renames, ...values].map((rename) => [JSON.stringify(rename), rename])).values()];
}

/** The parts of a project that have their former names. */
interface FormerState {
  readonly entities: boolean;
  readonly members: boolean;
}

/**
 * An earlier migration can have completed some of the renames. A name that consists of an entity and a member then has
 * a former name in one part only.
 */
const formerStates: readonly FormerState[] = [
  { entities: true, members: true },
  { entities: true, members: false },
  { entities: false, members: true },
];

function renamesBetween(before: DataModel, now: DataModel): readonly Rename[] {
  const pairs = now.entities.flatMap((entity, index) => {
    const former = before.entities[index];
    return former === undefined ? [] : [{ former, entity }];
  });
  return [
    ...pairs.flatMap(({ former, entity }): Rename[] =>
      changed(former.names.pascal, entity.names.pascal).map((names) => ({ kind: 'model', ...names })),
    ),
    ...pairs.flatMap(({ former, entity }) => columnRenames(former, entity)),
    ...(now.database === 'document' ? [] : pairs.flatMap(({ former, entity }) => tableRenames(former, entity))),
  ];
}

function changed(from: string | undefined, to: string | undefined): readonly { from: string; to: string }[] {
  return from === undefined || to === undefined || from === to ? [] : [{ from, to }];
}

function columnRenames(former: EntityModel, entity: EntityModel): readonly Rename[] {
  const to = columnsOf(entity);
  return columnsOf(former).flatMap((from, index) =>
    changed(from, to[index]).map((names): Rename => ({ kind: 'column', model: entity.names.pascal, ...names })),
  );
}

function columnsOf({ fields, references }: EntityModel): readonly string[] {
  return [...fields.map(({ name }) => name), ...references.map(({ idField }) => idField)];
}

function valueRenames({ names, fields }: EntityModel): readonly Rename[] {
  return fields.flatMap(({ name, renamedValues = [] }) =>
    renamedValues.map(({ name: to, was: from }): Rename => ({
      kind: 'value',
      model: names.pascal,
      field: name,
      from,
      to,
    })),
  );
}

function tableRenames(former: EntityModel, entity: EntityModel): readonly Rename[] {
  return former.links.flatMap((link, index) => {
    const other = entity.links[index];
    if (other === undefined) return [];
    const isSwapped = isReversed(link, former) !== isReversed(other, entity);
    return changed(tableOf(link, former), tableOf(other, entity)).map((names): Rename => ({
      kind: 'table',
      ...names,
      ...(isSwapped ? { isSwapped } : {}),
    }));
  });
}

function relationTables(now: DataModel, former: readonly DataModel[]): readonly RelationTable[] {
  if (now.database === 'document') return [];
  return now.entities.flatMap((entity, at) =>
    entity.links.flatMap((link, index): readonly RelationTable[] => {
      if (link.target === entity.names.pascal) return [];
      const before = former.flatMap(({ entities }) => {
        const [one, other] = [entities[at], entities[at]?.links[index]];
        return one === undefined || other === undefined ? [] : [[other, one] as const];
      });
      const shared = sharedTableOf(link, entity);
      const formerShared = new Set(before.map(([other, one]) => sharedTableOf(other, one)));
      formerShared.delete(shared);
      const renamed = before.filter(([other]) => other.name !== link.name);
      return [
        {
          kind: 'relation',
          name: `${entity.names.pascal}.${link.name}`,
          to: tableOf(link, entity),
          own: [...new Set([[link, entity] as const, ...before].map(([other, one]) => ownTableOf(other, one)))],
          former: [...new Set(renamed.map(([other, one]) => ownTableOf(other, one)))],
          shared: [shared, ...formerShared],
        },
      ];
    }),
  );
}

/** Prisma orders the columns of a relation to the same model by the names of its two fields. */
function isReversed({ name, target, backReference }: Link, { names }: EntityModel): boolean {
  return target === names.pascal && name > backReference;
}

/** Returns Prisma's name for the join table of two models. */
function tableOf(link: Link, entity: EntityModel): string {
  return link.relationName === undefined ? sharedTableOf(link, entity) : ownTableOf(link, entity);
}

function sharedTableOf({ target }: Link, { names }: EntityModel): string {
  return `_${implicitName({ source: names.pascal, target })}`;
}

function ownTableOf({ relationName, name }: Link, { names }: EntityModel): string {
  return `_${relationName ?? plainRelationName({ source: names.pascal, name })}`;
}

interface Named {
  readonly name: string;
  readonly was?: string;
}

/** Returns the entities in the same order, with the former names that the state includes. */
function withFormerNames(entities: readonly Entity[], state: FormerState): readonly Entity[] {
  const names = formerNames(state.entities ? entities : []);
  return entities.map((entity) => {
    const members = formerNames(state.members ? [...entity.fields, ...entity.relations] : []);
    const formerMember = (name: string) => members.get(name) ?? name;
    return {
      ...entity,
      name: names.get(entity.name) ?? entity.name,
      fields: entity.fields.map((field) => ({ ...field, name: formerMember(field.name) })),
      relations: entity.relations.map((relation) => ({
        ...relation,
        name: formerMember(relation.name),
        target: names.get(relation.target) ?? relation.target,
      })),
      ...(entity.unique === undefined ? {} : { unique: entity.unique.map((group) => group.map(formerMember)) }),
      ...(entity.owner === undefined ? {} : { owner: formerMember(entity.owner) }),
    };
  });
}

/** Maps names to former names. Skips former names that are in use or claimed twice. */
function formerNames(all: readonly Named[]): ReadonlyMap<string, string> {
  const present = new Set(all.map(({ name }) => name));
  const former = new Map<string, string>();
  for (const { name, was } of all) {
    if (was === undefined || present.has(was)) continue;
    present.add(was);
    former.set(name, was);
  }
  return former;
}
