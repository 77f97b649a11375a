import { accessFaults, userModel } from './access-checks.ts';
import { relationTypes } from './config.ts';
import { entityClashes } from './entity-clashes.ts';
import { groupFaults } from './groups.ts';
import { inverseFaults, keysOf, requiredKeys } from './keys.ts';
import { kindFaults } from './kind-checks.ts';
import { longestName, pluginNameFault } from './names.ts';
import { renameFaults } from './renames.ts';
import { requiredCircles } from './required-circle.ts';
import { member, partialEntities, textOf, type PartialEntity } from './partial-entity.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { idFieldOf } from './spelling.ts';
import { closest } from '../core/suggestion.ts';
import { databaseKindOf } from './aliases.ts';

/** Plugins that are known to bring the model of users by their names alone. */
const bundledAuthPlugins = ['auth-jwt', 'auth-nextauth'];

/** What is known of plugins beside the file. */
export interface KnownPlugins {
  /** Names of those whose manifests say that they provide authentication. */
  readonly authPlugins?: readonly string[];
  /** Names of those that will be enabled if the file doesn't say otherwise. */
  readonly adding?: readonly string[];
}

/**
 * What only the whole file shows: names used twice, clashing routes, targets that don't exist. Works on whatever can
 * be read of a value, so that one wrong key hides nothing of the rest.
 */
export function crossChecks(value: unknown, plugins: KnownPlugins): readonly SchemaFault[] {
  const entities = partialEntities(value);
  const keys = keysOf(entities);
  const hasUser = hasAuthPlugin(value, plugins);
  const kind = databaseKindOf(textOf(value, 'database') ?? 'file');
  return [
    ...entityClashes(entities),
    ...entities.flatMap(memberClashes),
    ...missingTargets(entities, { hasUser }),
    ...listsOnPlugins(entities),
    ...inverseFaults(keys),
    ...requiredCircles(requiredKeys(keys)),
    ...entities.flatMap(groupFaults),
    ...accessFaults(value, { entities, hasUser }),
    ...renameFaults(entities),
    ...kindFaults(kind, { entities, keys }),
    ...pluginNames(value),
  ];
}

function memberClashes(entity: PartialEntity): readonly SchemaFault[] {
  const taken = new Map<string, string>();
  const claim = (name: string, path: SchemaFault['path'], what: string): readonly SchemaFault[] => {
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
    const isKeyless = type === undefined || type === 'one-to-many';
    if (own.length > 0 || isKeyless || relation.name.length > longestName) return own;
    return claim(idFieldOf({ name: relation.name, type }), path, 'the key');
  });
  return [...fields, ...relations];
}

/** More suggestions than this are not worth looking for: each is held against every entity. */
const mostSuggestions = 100;

function missingTargets(
  entities: readonly PartialEntity[],
  { hasUser }: { readonly hasUser: boolean },
): readonly SchemaFault[] {
  const names = new Set(entities.map(({ name }) => name));
  const missing = entities.flatMap(({ relations, at }) =>
    relations.flatMap(({ target, at: relation }) =>
      target === undefined || names.has(target) || (hasUser && target === userModel)
        ? []
        : [{ target, path: ['entities', at, 'relations', relation, 'target'] }],
    ),
  );
  return missing.slice(0, mostSuggestions).map(({ target, path }): SchemaFault => {
    if (target === userModel) {
      const message = `"${userModel}" comes from an authentication plugin, and none is enabled.`;
      return { code: 'CONFIG_TARGET_NEEDS_AUTH', message, path };
    }
    const meant = closest(target, names);
    const hint = meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
    return { code: 'CONFIG_TARGET_MISSING', message: `There is no entity "${target}".`, path, ...hint };
  });
}

/** A list of a plugin's records would be a column on the plugin's own model, which it could not fill. */
function listsOnPlugins(entities: readonly PartialEntity[]): readonly SchemaFault[] {
  if (entities.some(({ name }) => name === userModel)) return [];
  return entities.flatMap(({ at, relations }) =>
    relations
      .filter(({ type, target }) => type === 'one-to-many' && target === userModel)
      .map(({ name, at: relation }): SchemaFault => {
        const message = `"${name}" would need a column on "${userModel}", which belongs to a plugin.`;
        return { code: 'CONFIG_RELATION_TO_PLUGIN', message, path: ['entities', at, 'relations', relation, 'type'] };
      }),
  );
}

/** Whether a plugin brings the model of users. */
export function hasAuthPlugin(value: unknown, { authPlugins = [], adding = [] }: KnownPlugins): boolean {
  return [...bundledAuthPlugins, ...authPlugins].some((name) => isEnabled(value, { name, adding }));
}

/** Whether a plugin is in the file, or about to be, and switched on. */
function isEnabled(value: unknown, { name, adding }: { name: string; adding: readonly string[] }): boolean {
  const plugin = member(member(value, 'plugins'), name);
  return plugin === undefined ? adding.includes(name) : member(plugin, 'enabled') !== false;
}

function pluginNames(value: unknown): readonly SchemaFault[] {
  const plugins = member(value, 'plugins');
  if (typeof plugins !== 'object' || plugins === null || Array.isArray(plugins)) return [];
  return Object.keys(plugins).flatMap((name) => {
    const fault = pluginNameFault(name);
    return fault === undefined ? [] : [{ ...fault, path: ['plugins', name], inKey: true }];
  });
}

const fold = (name: string): string => name.toLowerCase();
