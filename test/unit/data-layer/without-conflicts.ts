import { accessFor, permitsOwner } from '../../../src/config/access.ts';
import type { DatabaseKind, Entity, Relation } from '../../../src/config/config.ts';
import { idFieldOf, isToOne } from '../../../src/config/spelling.ts';

/** A relation that adds a key to an entity, with the entity that holds the key and its target. */
interface Key {
  readonly holder: string;
  readonly target: string;
  readonly type: Relation['type'];
}

/** Removes all parts of random entities that would make a configuration invalid. */
export function withoutConflicts(drafts: readonly Entity[], kind: DatabaseKind): readonly Entity[] {
  const order = new Map(drafts.map(({ name }, index) => [name, index]));
  const toMany = withInverses(drafts.map((draft) => withFreeNames(uniqueKeys(draft, { order, kind }))));
  const keys = toMany.flatMap(({ name, relations }) => relations.flatMap((relation) => keyOf(name, relation)));
  return toMany.map((entity) => {
    const relations = entity.relations.map((relation) => ruled(relation, { entity, order, kind, keys }));
    return withRights(withTitle({ ...entity, relations, ...uniquesOf({ ...entity, relations }, kind) }));
  });
}

/** In a document database, a one-to-one must be required, which is possible for relations to earlier entities. */
function uniqueKeys(entity: Entity, { order, kind }: Pick<Around, 'order' | 'kind'>): Entity {
  if (kind !== 'document') return entity;
  const own = order.get(entity.name) ?? 0;
  const relations = entity.relations.map((relation): Relation => {
    if (relation.type !== 'one-to-one') return relation;
    const isDown = (order.get(relation.target) ?? -1) < own;
    return isDown ? { ...relation, required: true } : { ...relation, type: 'many-to-one' };
  });
  return { ...entity, relations };
}

function withFreeNames(entity: Entity): Entity {
  const taken = new Set<string>();
  const fields = entity.fields.filter((field) => free([field.name], taken));
  const relations = entity.relations.filter((relation) =>
    free(relation.type === 'one-to-many' ? [relation.name] : [relation.name, idFieldOf(relation)], taken),
  );
  return { ...entity, fields, relations };
}

function free(names: readonly string[], taken: Set<string>): boolean {
  const lower = names.map((name) => name.toLowerCase());
  const fresh = lower.every((name) => !taken.has(name)) && new Set(lower).size === lower.length;
  if (fresh) for (const name of lower) taken.add(name);
  return fresh;
}

/** Removes a one-to-many with a missing target or with two possible other sides. */
function withInverses(entities: readonly Entity[]): readonly Entity[] {
  const claimed = new Set<Relation>();
  const isKept = (source: Entity, relation: Relation): boolean => {
    if (relation.type !== 'one-to-many') return true;
    const target = entities.find(({ name }) => name === relation.target);
    const [only, second] = (target?.relations ?? []).filter(
      (other) => other.type === 'many-to-one' && other.target === source.name && !claimed.has(other),
    );
    if (target === undefined || second !== undefined) return false;
    if (only !== undefined) claimed.add(only);
    return true;
  };
  return entities.map((source) => ({
    ...source,
    relations: source.relations.filter((relation) => isKept(source, relation)),
  }));
}

function keyOf(source: string, relation: Relation): readonly Key[] {
  if (relation.type === 'many-to-many') return [];
  if (isToOne(relation)) return [{ holder: source, target: relation.target, type: relation.type }];
  return [{ holder: relation.target, target: source, type: relation.type }];
}

interface Around {
  readonly entity: Entity;
  readonly order: ReadonlyMap<string, number>;
  readonly kind: DatabaseKind;
  readonly keys: readonly Key[];
}

/**
 * Keeps `required` only for relations to earlier entities, which prevents cycles, and a delete rule only where it is
 * valid.
 */
function ruled(relation: Relation, { entity, order, kind, keys }: Around): Relation {
  const { onDelete, required: _required, ...rest } = relation;
  const [key] = keyOf(entity.name, relation);
  const isDown = key !== undefined && (order.get(key.target) ?? -1) < (order.get(key.holder) ?? -1);
  const required = isDown && relation.required;
  const circles = kind === 'document' && key !== undefined && reaches(keys, key.target, key.holder);
  const otherSide = relation.type === 'one-to-many' ? 'many-to-one' : 'one-to-many';
  const hasOtherSide = keys.some(
    ({ holder, target, type }) => holder === key?.holder && target === key.target && type === otherSide,
  );
  const isRuled =
    key !== undefined &&
    !circles &&
    !(hasOtherSide && relation.type !== 'one-to-one') &&
    !(required && onDelete === 'setNull');
  return { ...rest, required, ...(isRuled && onDelete !== undefined ? { onDelete } : {}) };
}

function reaches(keys: readonly Key[], from: string, to: string): boolean {
  const found = new Set([from]);
  for (const name of found) for (const { holder, target } of keys) if (holder === name) found.add(target);
  return found.has(to);
}

/** Returns the unique groups with comparable members. A document database compares only required members. */
function uniquesOf(entity: Entity, kind: DatabaseKind): Pick<Entity, 'unique'> {
  const fields = entity.fields.filter(
    ({ type, required }) =>
      type !== 'Json' && (type !== 'Text' || kind !== 'relational') && (required || kind !== 'document'),
  );
  const relations = entity.relations.filter((one) => isToOne(one) && (one.required || kind !== 'document'));
  const known = new Set([...fields, ...relations].map(({ name }) => name));
  const groups = (entity.unique ?? []).map((group) => [...new Set(group)].filter((name) => known.has(name)));
  const apart = new Map(groups.filter(({ length }) => length > 1).map((group) => [group.toSorted().join(' '), group]));
  return { ...(entity.unique === undefined ? {} : { unique: [...apart.values()] }) };
}

/** Makes the last String field that is not hidden the title, if there is one. */
function withTitle({ title, ...entity }: Entity): Entity {
  const last = entity.fields.findLast(({ type, hidden }) => type === 'String' && hidden !== true);
  return title === undefined || last === undefined ? entity : { ...entity, title: last.name };
}

/** Adds an owner to rights that need one, if the entity has a relation to User. Otherwise requires a signed-in user. */
function withRights({ access, ...entity }: Entity): Entity {
  if (access === undefined) return entity;
  if (!permitsOwner(access)) return { ...entity, access };
  const owner = entity.relations.find((one) => isToOne(one) && one.target === 'User')?.name;
  if (owner !== undefined) return { ...entity, access, owner };
  return { ...entity, access: { ...accessFor('admin'), read: 'authenticated' } };
}
