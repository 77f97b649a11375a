import { camelCase } from 'change-case';
import { longestName } from './names.ts';
import { isReservedRoute } from './reserved.ts';
import type { PartialEntity } from './partial-entity.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { pluralOf, routeOf } from './spelling.ts';

/** Who had a name first, by each of its meanings. */
interface Taken {
  /** Names without regard to case. */
  readonly names: Map<string, string>;
  readonly spellings: Map<string, string>;
  readonly routes: Map<string, string>;
}

/** Entities of one name, of one spelling in the generated code, or below one route; each is held against those before it. */
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
    return [{ code: 'CONFIG_ROUTE_RESERVED', message: `/api/${route} belongs to the application.`, path: routePath }];
  }
  const other = claim(routes, [route], name);
  if (other === undefined) return [];
  const message = `"${name}" and "${other}" would both answer below /api/${route}.`;
  return [{ code: 'CONFIG_ROUTE_CLASH', message, path: routePath }];
}

/** Takes the keys for a name; the name that had one of them before, if there is one. */
function claim(taken: Map<string, string>, keys: readonly string[], name: string): string | undefined {
  const other = keys.map((key) => taken.get(key)).find((owner) => owner !== undefined);
  for (const key of keys) if (!taken.has(key)) taken.set(key, name);
  return other;
}

/** The names files, variables and types are called by: singular and plural, without regard to case. */
function spellingsOf(name: string): readonly string[] {
  return [camelCase(name), camelCase(pluralOf(name))].map((spelling) => spelling.toLowerCase());
}
