import { accessFaults, userModel } from './access-checks.ts';
import { relationTypes } from './config.ts';
import { entityClashes } from './entity-clashes.ts';
import { groupFaults } from './groups.ts';
import { titleFaults } from './label-checks.ts';
import { inverseFaults, keysOf, requiredKeys } from './keys.ts';
import { kindFaults } from './kind-checks.ts';
import { authPlugin, longestName, pluginNameFault } from './names.ts';
import { renameFaults } from './renames.ts';
import { roleFaults } from './roles.ts';
import { searchFaults } from './search.ts';
import { requiredCircles } from './required-circle.ts';
import { treeFaults } from './tree.ts';
import { member, partialEntities, textOf, type PartialEntity } from './partial-entity.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { idFieldOf } from './spelling.ts';
import { closest } from '../core/suggestion.ts';
import { databaseKindOf } from './aliases.ts';

/** Information about plugins from outside the file. */
export interface KnownPlugins {
  /** The names of plugins whose manifests declare that they provide authentication. */
  readonly authPlugins?: readonly string[];
  /** The names of plugins that the command will enable unless the file disables them. */
  readonly adding?: readonly string[];
}

/**
 * Returns the errors that involve several parts of the file: duplicate names, conflicting routes, missing targets.
 * Skips unreadable parts, so one wrong key does not hide other errors.
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
    ...entities.flatMap(treeFaults),
    ...entities.flatMap(titleFaults),
    ...entities.flatMap(searchFaults),
    ...accessFaults(value, { entities, hasUser }),
    ...roleFaults(value, { entities }),
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
    return claim(idFieldOf({ name: relation.name, type }), path, `the key of "${relation.name}",`);
  });
  return [...fields, ...relations];
}

/** The maximum number of suggestions. Each suggestion is compared with every entity. */
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
      const message = `"${userModel}" comes from an authentication plugin, but no such plugin is enabled.`;
      return { code: 'CONFIG_TARGET_NEEDS_AUTH', message, path };
    }
    const meant = closest(target, names);
    const hint = meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
    return { code: 'CONFIG_TARGET_MISSING', message: `There is no entity "${target}".`, path, ...hint };
  });
}

/** Refuses lists of plugin records, because they need a column on the plugin's model. */
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

/** Returns whether a plugin provides the user model. */
export function hasAuthPlugin(value: unknown, { authPlugins = [], adding = [] }: KnownPlugins): boolean {
  return [authPlugin, ...authPlugins].some((name) => isEnabled(value, { name, adding }));
}

/** Returns whether a plugin is enabled in the file or about to be enabled. */
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
