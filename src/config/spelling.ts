import { kebabCase } from 'change-case';
import pluralize from 'pluralize';
import type { Entity, Relation } from './config.ts';

/** Plural of a PascalCase or camelCase name; only its last word changes. A word without a plural of its own gets `List`. */
export function pluralOf(name: string): string {
  const plural = pluralize.plural(name);
  return plural === name ? `${name}List` : plural;
}

/** The segment an entity's records live below: its `route`, else its plural in kebab case. */
export function routeOf(entity: Pick<Entity, 'name' | 'route'>): string {
  return entity.route ?? kebabCase(pluralOf(entity.name));
}

/**
 * The scalar a relation is written by on the entity that declares it: `customerId` for one record, `tagIds` (from
 * `tags`) for many. A one-to-many has none: its key is on the other entity.
 */
export function idFieldOf(relation: Pick<Relation, 'name' | 'type'>): string {
  return isToOne(relation) ? `${relation.name}Id` : `${pluralize.singular(relation.name)}Ids`;
}

/** Whether the entity that declares a relation holds its key. */
export function isToOne({ type }: Pick<Relation, 'type'>): boolean {
  return type === 'many-to-one' || type === 'one-to-one';
}
