import { isReservedEntityName } from '../config/reserved.ts';
import { openAccess, permitsOwner } from '../config/access.ts';
import type { Access, Config, Entity, Rule } from '../config/config.ts';
import { idFieldOf } from '../config/spelling.ts';
import { capitalised, freeName } from './free-names.ts';
import type { BackReference, DataModel, EntityModel, ExternalModel, Link, Reference, ScalarField } from './model.ts';
import { labelOf, labelsOf, namesOf } from './names.ts';
import { type ResolvedRelation, resolveRelations } from './relations.ts';

/**
 * Resolves entities and relations into the data model: all name spellings, foreign keys and back-references. A
 * one-to-many becomes the back-reference of a many-to-one on its target. Expects a valid configuration: targets exist
 * and names are free.
 */
export function resolveModel(config: Pick<Config, 'database' | 'roles' | 'entities'>): DataModel {
  const relations = resolveRelations(config.entities);
  const enums = enumNames(config.entities);
  const own = Map.groupBy(relations, ({ source }) => source);
  const incoming = Map.groupBy(
    relations.filter(({ isTwoSided }) => !isTwoSided),
    ({ target }) => target,
  );
  const entities = config.entities.map((entity) =>
    resolveEntity(entity, {
      own: own.get(entity.name) ?? [],
      incoming: incoming.get(entity.name) ?? [],
      fields: entity.fields.map((field): ScalarField => {
        const enumName = enums.get(field);
        return { ...field, label: field.label ?? labelOf(field.name), ...(enumName === undefined ? {} : { enumName }) };
      }),
    }),
  );
  return {
    database: config.database,
    ...(config.roles === undefined ? {} : { roles: config.roles }),
    entities,
    externals: externalsOf(config.entities, incoming),
  };
}

interface Parts {
  readonly own: readonly ResolvedRelation[];
  readonly incoming: readonly ResolvedRelation[];
  readonly fields: readonly ScalarField[];
}

function resolveEntity(entity: Entity, { own, incoming, fields }: Parts): EntityModel {
  const references = own.filter(({ kind }) => kind !== 'many-to-many').map(referenceOf);
  const { access = openAccess } = entity;
  const owner = permitsOwner(access) ? ownerOf(entity, references) : undefined;
  const ownerPath = owner === undefined ? pathOf(entity.owner) : [owner.idField];
  return {
    names: namesOf(entity),
    ...labelsOf(entity),
    ...(entity.description === undefined ? {} : { description: entity.description }),
    ...(entity.icon === undefined ? {} : { icon: entity.icon }),
    fields,
    references,
    links: own.filter(({ kind }) => kind === 'many-to-many').map(linkOf),
    backReferences: incoming.map(backReferenceOf),
    displayField: displayFieldOf(entity),
    hasPages: entity.pages === true,
    searchFields: entity.search ?? entity.fields.filter(({ type }) => type === 'String').map(({ name }) => name),
    uniques: (entity.unique ?? []).map((group) => group.map((name) => columnOf(name, references))),
    access: ownerPath === undefined ? access : { ...access, ...signedIn(access) },
    ...(owner === undefined ? {} : { owner }),
    ...(ownerPath === undefined ? {} : { ownerPath }),
  };
}

/** Returns the rules for writing records with owners. Records from anonymous users would have no owner. */
function signedIn({ create, update, delete: remove }: Access): Omit<Access, 'read'> {
  return { create: forUsers(create), update: forUsers(update), delete: forUsers(remove) };
}

function forUsers(rule: Rule): Rule {
  return rule === 'public' ? 'authenticated' : rule;
}

/** `ticket.requester` → `['ticket', 'requesterId']` */
function pathOf(owner: string | undefined): readonly string[] | undefined {
  if (owner === undefined) return undefined;
  const hops = owner.split('.');
  return [...hops.slice(0, -1), idFieldOf({ name: hops.at(-1) ?? '', type: 'many-to-one' })];
}

function referenceOf({ kind, relationName, ...relation }: ResolvedRelation): Reference {
  const { name, idField, target, required, onDelete, tree: isTree = false, backReference } = relation;
  const unique = kind === 'one-to-one';
  return {
    ...{ name, ...textsOf(relation), idField, target, required, unique, onDelete, isTree, backReference },
    ...(relationName === undefined ? {} : { relationName }),
  };
}

function linkOf({ name, idField, target, backReference, backIdsField, relationName, ...rest }: ResolvedRelation): Link {
  return {
    ...{ name, ...textsOf({ name, ...rest }), idsField: idField, target, backReference, backIdsField },
    ...(relationName === undefined ? {} : { relationName }),
  };
}

function textsOf({
  name,
  label = labelOf(name),
  description,
  group,
}: Pick<ResolvedRelation, 'name' | 'label' | 'description' | 'group'>) {
  return {
    label,
    ...(description === undefined ? {} : { description }),
    ...(group === undefined ? {} : { group }),
  };
}

function backReferenceOf({ backReference, source, kind, backIdsField, relationName }: ResolvedRelation): BackReference {
  return {
    name: backReference,
    source,
    kind,
    ...(kind === 'many-to-many' ? { idsField: backIdsField } : {}),
    ...(relationName === undefined ? {} : { relationName }),
  };
}

/** Returns the relation named by `owner`, else the only many-to-one to `User`. */
function ownerOf(entity: Entity, references: readonly Reference[]): Reference | undefined {
  if (entity.owner !== undefined) return references.find(({ name }) => name === entity.owner);
  const users = references.filter(({ target, unique }) => target === 'User' && !unique);
  return users.length === 1 ? users[0] : undefined;
}

function columnOf(name: string, references: readonly Reference[]): string {
  return references.find((reference) => reference.name === name)?.idField ?? name;
}

function displayFieldOf(entity: Entity): string {
  if (entity.title !== undefined) return entity.title;
  const strings = entity.fields.filter(({ type, hidden }) => type === 'String' && hidden !== true);
  return (strings.find(({ required }) => required) ?? strings[0])?.name ?? 'id';
}

/** Returns the plugin models that relations refer to, by name. */
function externalsOf(
  entities: readonly Entity[],
  incoming: ReadonlyMap<string, readonly ResolvedRelation[]>,
): readonly ExternalModel[] {
  const known = new Set(entities.map(({ name }) => name));
  return [...incoming]
    .filter(([name]) => !known.has(name))
    .map(([name, relations]) => ({ name, backReferences: relations.map(backReferenceOf) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Returns enum names such as `OrderStatus` for `status` of `Order`, numbered if a model, another enum or the language
 * uses the name.
 */
function enumNames(entities: readonly Entity[]): ReadonlyMap<Entity['fields'][number], string> {
  const models = entities.flatMap(({ name, relations }) => [name, ...relations.map(({ target }) => target)]);
  const names = new Set(models);
  const taken = {
    has: (name: string) => names.has(name) || isReservedEntityName(name),
    add: (name: string) => names.add(name),
  };
  return new Map(
    entities.flatMap(({ name, fields }) =>
      fields
        .filter(({ type }) => type === 'Enum')
        .map((field) => [field, freeName([`${name}${capitalised(field.name)}`], { taken })] as const),
    ),
  );
}
