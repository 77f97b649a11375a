import { relationTypes } from './config.ts';
import { entityClashes } from './entity-clashes.ts';
import { longestName, pluginNameFault } from './names.ts';
import { requiredCircles, type RequiredRelation } from './required-circle.ts';
import { member, roughEntities, type RoughEntity } from './rough-entity.ts';
import type { Finding } from './shape.ts';
import { idFieldOf } from './spelling.ts';
import { closest } from './suggestion.ts';

/** The one model that comes from a plugin and that people refer to, and the plugins it comes from. */
const userModel = 'User';
const authPlugins = ['auth-jwt', 'auth-nextauth'];

/**
 * What only the whole file shows: names used twice, clashing routes, targets that don't exist. Works on whatever can
 * be read of a value, so that one wrong key hides nothing of the rest.
 */
export function crossChecks(value: unknown): readonly Finding[] {
  const entities = roughEntities(value);
  return [
    ...entityClashes(entities),
    ...entities.flatMap(memberClashes),
    ...missingTargets(entities, { hasUser: hasAuthPlugin(value) }),
    ...requiredCircles(entities.flatMap(requiredRelations)),
    ...pluginNames(value),
  ];
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
    if (own.length > 0 || type === undefined || relation.name.length > longestName) return own;
    return claim(idFieldOf({ name: relation.name, type }), path, 'the key');
  });
  return [...fields, ...relations];
}

/** More suggestions than this are not worth looking for: each is held against every entity. */
const mostSuggestions = 100;

function missingTargets(
  entities: readonly RoughEntity[],
  { hasUser }: { readonly hasUser: boolean },
): readonly Finding[] {
  const names = new Set(entities.map(({ name }) => name));
  const missing = entities.flatMap(({ relations, at }) =>
    relations.flatMap(({ target, at: relation }) =>
      target === undefined || names.has(target) || (hasUser && target === userModel)
        ? []
        : [{ target, path: ['entities', at, 'relations', relation, 'target'] }],
    ),
  );
  return missing.slice(0, mostSuggestions).map(({ target, path }): Finding => {
    if (target === userModel) {
      const message = `"${userModel}" comes from an authentication plugin, and none is enabled.`;
      return { code: 'CONFIG_TARGET_NEEDS_AUTH', message, path };
    }
    const meant = closest(target, names);
    const hint = meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
    return { code: 'CONFIG_TARGET_MISSING', message: `There is no entity "${target}".`, path, ...hint };
  });
}

function requiredRelations(entity: RoughEntity): readonly RequiredRelation[] {
  return entity.relations.flatMap(({ at, type, target, isRequired }) => {
    if (type !== 'many-to-one' || target === undefined || !isRequired) return [];
    const path = ['entities', entity.at, 'relations', at, 'required'];
    return [{ source: entity.name, target, path }];
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
