import type { Config, Entity, Relation } from '../config/config.ts';
import { idFieldOf } from '../config/spelling.ts';
import type { BackReference, DataModel, EntityModel } from './model.ts';
import { labelOf, namesOf } from './names.ts';

/** A relation with its names on both sides decided. */
interface ResolvedRelation {
  readonly source: Entity;
  readonly relation: Relation;
  readonly backReference: string;
  readonly relationName?: string;
}

/**
 * Entities and relations → the data model: names in every spelling, foreign keys, back-references.
 * Expects a checked configuration: targets exist and names are free.
 */
export function resolveModel(config: Pick<Config, 'database' | 'entities'>): DataModel {
  const relations = resolveRelations(config.entities);
  return {
    database: config.database,
    entities: config.entities.map((entity) => resolveEntity(entity, relations)),
    externals: [],
  };
}

function resolveEntity(entity: Entity, relations: readonly ResolvedRelation[]): EntityModel {
  const own = relations.filter(({ source }) => source === entity);
  return {
    names: namesOf(entity),
    fields: entity.fields.map((field) => ({ ...field, label: labelOf(field.name) })),
    references: own
      .filter(({ relation }) => relation.type === 'many-to-one')
      .map(({ relation, backReference, relationName }) => ({
        name: relation.name,
        label: labelOf(relation.name),
        idField: idFieldOf(relation),
        target: relation.target,
        required: relation.required,
        unique: false,
        onDelete: relation.required ? 'restrict' : 'setNull',
        backReference,
        ...(relationName === undefined ? {} : { relationName }),
      })),
    links: own
      .filter(({ relation }) => relation.type === 'many-to-many')
      .map(({ relation, backReference, relationName }) => ({
        name: relation.name,
        label: labelOf(relation.name),
        idsField: idFieldOf(relation),
        target: relation.target,
        backReference,
        backIdsField: `${backReference}Ids`,
        ...(relationName === undefined ? {} : { relationName }),
      })),
    backReferences: relations
      .filter(({ relation }) => relation.target === entity.name)
      .map(({ source, relation, backReference, relationName }): BackReference => ({
        name: backReference,
        source: source.name,
        kind: relation.type === 'one-to-many' ? 'many-to-one' : relation.type,
        ...(relationName === undefined ? {} : { relationName }),
      })),
    displayField: displayFieldOf(entity),
    uniques: [],
    access: entity.access ?? { read: 'public', write: 'public' },
  };
}

function displayFieldOf(entity: Entity): string {
  const strings = entity.fields.filter(({ type }) => type === 'String');
  return (strings.find(({ required }) => required) ?? strings[0])?.name ?? 'id';
}

function resolveRelations(entities: readonly Entity[]): ResolvedRelation[] {
  const taken = new Map(entities.map((entity) => [entity.name, ownNames(entity)]));
  const all = entities.flatMap((source) => source.relations.map((relation) => ({ source, relation })));
  const tables = new Set(all.map(implicitName));
  return all.map(({ source, relation }) => {
    const pair = all.filter((other) => samePair(other, { source, relation }));
    const backReference = freeName(source, { relation, taken: taken.get(relation.target) ?? new Set() });
    const named = pair.length > 1 || source.name === relation.target;
    return {
      source,
      relation,
      backReference,
      ...(named ? { relationName: freeRelationName({ source, relation }, tables) } : {}),
    };
  });
}

type Declared = Pick<ResolvedRelation, 'source' | 'relation'>;

/** The name Prisma gives a relation that has none; a many-to-many's table is called after it. */
function implicitName({ source, relation }: Declared): string {
  return [source.name, relation.target].sort().join('To');
}

/** `PostAuthor`, numbered where another relation has that name, since two tables can't share one. */
function freeRelationName({ source, relation }: Declared, taken: Set<string>): string {
  const plain = `${source.name}${relation.name[0]?.toUpperCase()}${relation.name.slice(1)}`;
  const candidates = [plain, ...Array.from({ length: 100 }, (_, index) => `${plain}${index + 2}`)];
  const name = candidates.find((candidate) => !taken.has(candidate)) ?? plain;
  taken.add(name);
  return name;
}

function samePair(one: Declared, other: Declared): boolean {
  return (
    (one.source.name === other.source.name && one.relation.target === other.relation.target) ||
    (one.source.name === other.relation.target && one.relation.target === other.source.name)
  );
}

function ownNames(entity: Entity): Set<string> {
  return new Set([
    'id',
    'createdAt',
    'updatedAt',
    ...entity.fields.map(({ name }) => name),
    ...entity.relations.flatMap((relation) => [relation.name, idFieldOf(relation)]),
  ]);
}

/** The plural of the source; where that is taken, joined with the relation's name, then numbered. */
function freeName(source: Entity, { relation, taken }: { relation: Relation; taken: Set<string> }): string {
  const plural = namesOf(source).camelPlural;
  const joined = `${plural}As${relation.name[0]?.toUpperCase()}${relation.name.slice(1)}`;
  const candidates = [plural, joined, ...Array.from({ length: 100 }, (_, index) => `${joined}${index + 2}`)];
  const name = candidates.find((candidate) => !taken.has(candidate)) ?? joined;
  taken.add(name);
  return name;
}
