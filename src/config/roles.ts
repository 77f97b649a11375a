import { accessKeys } from './access.ts';
import { member, type PartialEntity } from './partial-entity.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { suggestionFor } from '../core/suggestion.ts';
import { ownerWord, rolePattern } from './role-names.ts';

/** The roles of every authentication plugin. */
const pluginRoles = ['USER', 'ADMIN'];

/**
 * Returns the errors in the project's `roles`, and the names in access rules that are not roles.
 */
export function roleFaults(
  value: unknown,
  { entities }: { readonly entities: readonly PartialEntity[] },
): readonly SchemaFault[] {
  const declared = member(value, 'roles');
  const own = Array.isArray(declared) ? declared.filter((item): item is string => typeof item === 'string') : [];
  const known = [ownerWord, ...pluginRoles, ...own];
  const named = [
    ...namesIn(member(value, 'access'), ['access']),
    ...entities.flatMap(({ written, at, fields }) => [
      ...namesIn(member(written, 'access'), ['entities', at, 'access']),
      ...fields.flatMap((field) =>
        namesIn(member(field.written, 'access'), ['entities', at, 'fields', field.at, 'access']),
      ),
    ]),
  ];
  return [
    ...declaredFaults(own),
    ...named.flatMap((one) => (known.includes(one.name) ? [] : [unknownRole(one, known)])),
  ];
}

function declaredFaults(roles: readonly string[]): readonly SchemaFault[] {
  return roles.flatMap((role, at): readonly SchemaFault[] => {
    const path = ['roles', at];
    if (!rolePattern.test(role))
      return [{ code: 'CONFIG_ROLE_INVALID', message: `"${role}" cannot name a role.`, path }];
    if (pluginRoles.includes(role)) {
      const hint = `Remove "${role}": every authentication plugin has this role.`;
      return [{ code: 'CONFIG_ROLE_INVALID', message: `"${role}" is a role already.`, hint, path }];
    }
    if (roles.indexOf(role) < at) {
      return [
        { code: 'CONFIG_ROLE_INVALID', message: `"${role}" is declared twice.`, hint: 'Keep one of the two.', path },
      ];
    }
    return [];
  });
}

interface Named {
  readonly name: string;
  readonly path: SchemaFault['path'];
}

function unknownRole({ name, path }: Named, known: readonly string[]): SchemaFault {
  const hint = `${suggestionFor(name, known)} Declare other roles in "roles".`;
  return { code: 'CONFIG_ROLE_UNKNOWN', message: `"${name}" is not a role.`, hint, path };
}

/** Returns the names of roles in an `access` value. */
function namesIn(access: unknown, path: SchemaFault['path']): readonly Named[] {
  if (Array.isArray(access)) {
    return access.flatMap((name: unknown, at) => (typeof name === 'string' ? [{ name, path: [...path, at] }] : []));
  }
  return accessKeys.flatMap((key) => {
    const rule = member(access, key);
    return Array.isArray(rule) ? namesIn(rule, [...path, key]) : [];
  });
}
