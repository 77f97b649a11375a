import type { RequiredRelation } from './required-circle.ts';
import type { PartialEntity, RoughRelation } from './partial-entity.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { isToOne } from './spelling.ts';

/** A reference as declared by a relation. A one-to-many declares a key on its target. */
export interface Key {
  /** The entity with the column. */
  readonly holder: string;
  readonly target: string;
  readonly relation: RoughRelation;
  /** The path of the relation. */
  readonly path: SchemaFault['path'];
}

/** Returns the references that the relations declare. A many-to-many declares none. */
export function keysOf(entities: readonly PartialEntity[]): readonly Key[] {
  return entities.flatMap((entity) =>
    entity.relations.flatMap((relation): readonly Key[] => {
      const { type, target } = relation;
      if (target === undefined) return [];
      const path = ['entities', entity.at, 'relations', relation.at];
      if (type === 'one-to-many') return [{ holder: target, target: entity.name, relation, path }];
      return isKeyType(type) ? [{ holder: entity.name, target, relation, path }] : [];
    }),
  );
}

/** Returns the required relations: a record cannot be created without them. */
export function requiredKeys(keys: readonly Key[]): readonly RequiredRelation[] {
  return keys
    .filter(({ relation }) => relation.isRequired)
    .map(({ holder, target, path }) => ({ source: holder, target, path: [...path, 'required'] }));
}

/** Returns whether a relation type stores its key on the declaring entity. */
export function isKeyType(type: string): boolean {
  return (type === 'many-to-one' || type === 'one-to-one') && isToOne({ type });
}

/** Returns the key of an entity pair. */
function pairOf(holder: string, target: string): string {
  return `${holder} ${target}`;
}

/**
 * Checks one-to-many relations against their many-to-one counterparts. Each may have at most one free counterpart, and
 * both sides must agree.
 */
export function inverseFaults(keys: readonly Key[]): readonly SchemaFault[] {
  const open = new Map<string, Key[]>();
  for (const key of keys) {
    if (key.relation.type !== 'many-to-one') continue;
    const pair = pairOf(key.holder, key.target);
    open.set(pair, [...(open.get(pair) ?? []), key]);
  }
  return keys
    .filter(({ relation }) => relation.type === 'one-to-many')
    .flatMap((key) => {
      const others = open.get(pairOf(key.holder, key.target)) ?? [];
      if (others.length <= 1) open.delete(pairOf(key.holder, key.target));
      return inverseFault(key, others);
    });
}

function inverseFault({ holder, relation, path }: Key, [other, ...rest]: readonly Key[]): readonly SchemaFault[] {
  if (other === undefined) return [];
  if (rest.length > 0) {
    const names = [other, ...rest].map((key) => `"${key.relation.name}"`).join(' and ');
    const message = `"${relation.name}" could be the other side of ${names} of ${holder}.`;
    return [{ code: 'CONFIG_RELATION_AMBIGUOUS', message, path: [...path, 'name'] }];
  }
  const [own, its] = [relation.onDelete, other.relation.onDelete];
  const onDelete = [...path, 'onDelete'];
  if (own !== undefined && its !== undefined && own !== its) {
    const message = `"${other.relation.name}" of ${holder}, the other side, says "${its}".`;
    return [{ code: 'CONFIG_RELATION_CONTRADICTION', message, path: onDelete }];
  }
  const isEmptied = (own ?? its) === 'setNull' && (relation.isRequired || other.relation.isRequired);
  const isToldAlready = [relation, other.relation].some((one) => one.isRequired && one.onDelete === 'setNull');
  if (!isEmptied || isToldAlready) return [];
  const message = `"${other.relation.name}" of ${holder} is required, so it can not be left empty.`;
  const place = own === undefined ? [...other.path, 'onDelete'] : onDelete;
  return [{ code: 'CONFIG_DELETE_RULE_REQUIRED', message, path: place }];
}
