import { camelCase } from 'change-case';
import { relationTypes } from './config.ts';
import { pluginNameFault } from './names.ts';
import { isReservedRoute } from './reserved.ts';
import type { Finding } from './shape.ts';
import { idFieldOf, pluralOf, routeOf } from './spelling.ts';
import { closest } from './suggestion.ts';

/** The one model that comes from a plugin and that people refer to, and the plugins it comes from. */
const userModel = 'User';
const authPlugins = ['auth-jwt', 'auth-nextauth'];

/** What can be read of an entity whether or not the rest of it is right. */
interface RoughEntity {
  readonly at: number;
  readonly name: string;
  readonly route?: string;
  readonly fields: readonly RoughMember[];
  readonly relations: readonly (RoughMember & { readonly type: string; readonly target?: string })[];
}
interface RoughMember {
  readonly at: number;
  readonly name: string;
}

/**
 * What only the whole file shows: names used twice, clashing routes, targets that don't exist. Works on whatever can
 * be read of a value, so that one wrong key hides nothing of the rest.
 */
export function crossChecks(value: unknown): readonly Finding[] {
  const entities = roughEntities(value);
  return [
    ...entities.flatMap((entity, index) => clashes(entity, entities.slice(0, index))),
    ...entities.flatMap(memberClashes),
    ...entities.flatMap((entity) => missingTargets(entity, { all: entities, hasUser: hasAuthPlugin(value) })),
    ...pluginNames(value),
  ];
}

function clashes(entity: RoughEntity, earlier: readonly RoughEntity[]): readonly Finding[] {
  const path = ['entities', entity.at, 'name'];
  const twin = earlier.find(({ name }) => fold(name) === fold(entity.name));
  if (twin !== undefined) {
    const how = twin.name === entity.name ? 'declared twice' : `the same as "${twin.name}" but for case`;
    return [{ code: 'CONFIG_ENTITY_DUPLICATE', message: `"${entity.name}" is ${how}.`, path }];
  }
  const spelt = earlier.find(({ name }) => spellings(name).some((word) => spellings(entity.name).includes(word)));
  if (spelt !== undefined) {
    const message = `The generated names of "${entity.name}" and "${spelt.name}" are the same.`;
    return [{ code: 'CONFIG_ENTITY_CLASH', message, path }];
  }
  const routePath = entity.route === undefined ? path : ['entities', entity.at, 'route'];
  if (isReservedRoute(routeOf(entity))) {
    const message = `/api/${routeOf(entity)} belongs to the application.`;
    return [{ code: 'CONFIG_ROUTE_RESERVED', message, path: routePath }];
  }
  const other = earlier.find((one) => routeOf(one) === routeOf(entity));
  if (other === undefined) return [];
  const message = `"${entity.name}" and "${other.name}" would both answer below /api/${routeOf(entity)}.`;
  return [{ code: 'CONFIG_ROUTE_CLASH', message, path: routePath }];
}

/** The names files, variables and types are called by: singular and plural, without regard to case. */
function spellings(name: string): readonly string[] {
  return [fold(camelCase(name)), fold(camelCase(pluralOf(name)))];
}

function memberClashes(entity: RoughEntity): readonly Finding[] {
  const taken = new Map<string, string>();
  const claim = (name: string, path: Finding['path'], what: string): readonly Finding[] => {
    const other = taken.get(fold(name));
    taken.set(fold(name), other ?? name);
    if (other === undefined) return [];
    const how = other === name ? 'twice' : `beside "${other}"`;
    return [{ code: 'CONFIG_FIELD_DUPLICATE', message: `${entity.name} has ${what} "${name}" ${how}.`, path }];
  };
  const fields = entity.fields.flatMap(({ name, at }) =>
    claim(name, ['entities', entity.at, 'fields', at, 'name'], 'the field'),
  );
  const relations = entity.relations.flatMap((relation) => {
    const path = ['entities', entity.at, 'relations', relation.at, 'name'];
    const own = claim(relation.name, path, 'the relation');
    const type = relationTypes.find((known) => known === relation.type);
    if (own.length > 0 || type === undefined) return own;
    return claim(idFieldOf({ name: relation.name, type }), path, 'the key');
  });
  return [...fields, ...relations];
}

function missingTargets(
  entity: RoughEntity,
  { all, hasUser }: { readonly all: readonly RoughEntity[]; readonly hasUser: boolean },
): readonly Finding[] {
  const names = all.map(({ name }) => name);
  return entity.relations.flatMap(({ target, at }): readonly Finding[] => {
    if (target === undefined || names.includes(target) || (hasUser && target === userModel)) return [];
    const path = ['entities', entity.at, 'relations', at, 'target'];
    if (target === userModel) {
      const message = `"${userModel}" comes from an authentication plugin, and none is enabled.`;
      return [{ code: 'CONFIG_TARGET_NEEDS_AUTH', message, path }];
    }
    const meant = closest(target, names);
    const hint = meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
    return [{ code: 'CONFIG_TARGET_MISSING', message: `There is no entity "${target}".`, path, ...hint }];
  });
}

/** Whether a plugin that brings the model is in the file and switched on. */
function hasAuthPlugin(value: unknown): boolean {
  const plugins = member(value, 'plugins');
  const given = authPlugins.map((name) => member(plugins, name)).filter((plugin) => plugin !== undefined);
  return given.some((plugin) => member(plugin, 'enabled') !== false);
}

function pluginNames(value: unknown): readonly Finding[] {
  const plugins = member(value, 'plugins');
  if (typeof plugins !== 'object' || plugins === null || Array.isArray(plugins)) return [];
  return Object.keys(plugins).flatMap((name) => {
    const fault = pluginNameFault(name);
    return fault === undefined ? [] : [{ ...fault, path: ['plugins', name], inKey: true }];
  });
}

const fold = (name: string): string => name.toLowerCase();

function roughEntities(value: unknown): readonly RoughEntity[] {
  return itemsOf(value, 'entities').flatMap(({ item, at }) => {
    const name = textOf(item, 'name');
    const route = textOf(item, 'route');
    if (name === undefined) return [];
    const fields = itemsOf(item, 'fields').flatMap((field) => memberOf(field));
    const relations = itemsOf(item, 'relations').flatMap((relation) => {
      const target = textOf(relation.item, 'target');
      const rest = { type: textOf(relation.item, 'type') ?? '', ...(target === undefined ? {} : { target }) };
      return memberOf(relation).map((member) => ({ ...member, ...rest }));
    });
    return [{ at, name, fields, relations, ...(route === undefined ? {} : { route }) }];
  });
}

interface Item {
  readonly item: unknown;
  readonly at: number;
}

function memberOf({ item, at }: Item): readonly RoughMember[] {
  const name = textOf(item, 'name');
  return name === undefined ? [] : [{ at, name }];
}

function itemsOf(value: unknown, key: string): readonly Item[] {
  const list = member(value, key);
  return Array.isArray(list) ? list.map((item: unknown, at) => ({ item, at })) : [];
}

function textOf(value: unknown, key: string): string | undefined {
  const found = member(value, key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
