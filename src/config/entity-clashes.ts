import { camelCase, kebabCase } from 'change-case';
import { longestName } from './names.ts';
import { isReservedRoute } from './reserved.ts';
import type { PartialEntity } from './partial-entity.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { pluralOf, routeOf } from './spelling.ts';

/** The first entity to use each name, by kind of use. */
interface Taken {
  /** Case-insensitive names. */
  readonly names: Map<string, string>;
  readonly spellings: Map<string, string>;
  readonly routes: Map<string, string>;
}

/**
 * Returns conflicts between entities: equal names, equal spellings in generated code, or equal routes. Each entity is
 * compared with the previous ones.
 */
export function entityClashes(entities: readonly PartialEntity[]): readonly SchemaFault[] {
  const taken: Taken = { names: new Map(), spellings: new Map(), routes: new Map() };
  return entities.filter(({ name }) => name.length <= longestName).flatMap((entity) => clashOf(entity, taken));
}

function clashOf(entity: PartialEntity, { names, spellings, routes }: Taken): readonly SchemaFault[] {
  const { name, at } = entity;
  const path = ['entities', at, 'name'];
  const twin = claim(names, [name.toLowerCase()], name);
  if (twin !== undefined) {
    const how = twin === name ? 'declared twice' : `the same as "${twin}" but for case`;
    return [{ code: 'CONFIG_ENTITY_DUPLICATE', message: `"${name}" is ${how}.`, path }];
  }
  const spelt = claim(spellings, spellingsOf(name), name);
  if (spelt !== undefined) {
    const message = `The generated names of "${name}" and "${spelt}" are the same.`;
    return [{ code: 'CONFIG_ENTITY_CLASH', message, path }];
  }
  const route = routeOf(entity);
  const routePath = entity.route === undefined ? path : ['entities', at, 'route'];
  if (isReservedRoute(route)) {
    const message = `The route "${route}" belongs to the application.`;
    const other = `${kebabCase(name)}-list`;
    const hint = `Set "route" to another segment, such as "${other}". In a command, write ${name}:route=${other}.`;
    return [{ code: 'CONFIG_ROUTE_RESERVED', message, hint, path: routePath }];
  }
  const other = claim(routes, [route], name);
  if (other === undefined) return [];
  const message = `"${name}" and "${other}" would both answer below /api/${route}.`;
  return [{ code: 'CONFIG_ROUTE_CLASH', message, path: routePath }];
}

/** Claims the keys for a name. Returns the name that already uses one of them, if any. */
function claim(taken: Map<string, string>, keys: readonly string[], name: string): string | undefined {
  const other = keys.map((key) => taken.get(key)).find((owner) => owner !== undefined);
  for (const key of keys) if (!taken.has(key)) taken.set(key, name);
  return other;
}

/** Returns the names of files, variables and types for an entity: singular and plural, case-insensitive. */
function spellingsOf(name: string): readonly string[] {
  return [camelCase(name), camelCase(pluralOf(name))].map((spelling) => spelling.toLowerCase());
}
