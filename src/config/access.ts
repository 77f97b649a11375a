import { accessFault } from './aliases.ts';
import { accessRules, apiOperations, writeOperations } from './config.ts';
import type { Access, FieldAccess, ApiOperation, Rule, WriteOperation } from './config.ts';
import { member } from './partial-entity.ts';
import { ownerWord, rolePattern } from './role-names.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { suggestionFor } from '../core/suggestion.ts';

/** The keys of `access`. `write` stands for the three operations that change records. */
export const accessKeys = ['read', 'write', 'create', 'update', 'delete'] as const;

const ruleMeta = (description: string) => ({
  description,
  anyOf: [
    { enum: [...accessRules] },
    {
      type: 'array',
      description: 'The names of roles; "owner" may be one of the items.',
      items: { type: 'string', anyOf: [{ const: ownerWord }, { pattern: rolePattern.source }] },
      minItems: 1,
      uniqueItems: true,
    },
  ],
});

/** The JSON schema metadata of `access` for editors. */
export const accessMeta = {
  anyOf: [
    ruleMeta('One rule for all operations.'),
    {
      type: 'object',
      properties: {
        read: ruleMeta('Permission to GET records.'),
        write: ruleMeta('Permission to create, change and delete records, unless a key of its own is set.'),
        create: ruleMeta('Permission to create records.'),
        update: ruleMeta('Permission to change records.'),
        delete: ruleMeta('Permission to delete records.'),
      },
      additionalProperties: false,
    },
  ],
};

const fieldKeys = ['read', 'write'] as const;

/** The JSON schema metadata of a field's `access` for editors. */
export const fieldAccessMeta = {
  anyOf: [
    ruleMeta('One rule for reading and writing the value. Not "owner".'),
    {
      type: 'object',
      properties: {
        read: ruleMeta('Permission to read the value, and to filter and sort by it.'),
        write: ruleMeta('Permission to set the value.'),
      },
      additionalProperties: false,
    },
  ],
};

/** Returns the errors in the `access` value of a field. Paths are relative to `access`. */
export function fieldAccessFaults(value: unknown): readonly SchemaFault[] {
  const rules = [{ rule: value, path: [] }, ...fieldKeys.map((key) => ({ rule: member(value, key), path: [key] }))];
  const owners = rules.flatMap(({ rule, path }): readonly SchemaFault[] => {
    const known = ruleOf(rule);
    if (known === undefined || !isOwnerRule(known)) return [];
    const message = 'The rule of a field cannot depend on the owner of the record.';
    const hint = 'Use roles, "authenticated" or "admin", or move the field to an entity of its own.';
    return [{ code: 'CONFIG_ACCESS_UNKNOWN', message, hint, path }];
  });
  return [...accessShapeFaults(value, fieldKeys), ...owners];
}

/** Returns the rules of a field; `undefined` without restrictions. */
export function fieldAccessOf(value: unknown): FieldAccess | undefined {
  const one = ruleOf(value);
  const rule = (key: (typeof fieldKeys)[number]) => one ?? ruleOf(member(value, key)) ?? 'public';
  const access = { read: rule('read'), write: rule('write') };
  return access.read === 'public' && access.write === 'public' ? undefined : access;
}

/** Returns the errors in an `access` value. Paths are relative to `access`. */
export function accessShapeFaults(value: unknown, keys: readonly string[] = accessKeys): readonly SchemaFault[] {
  if (typeof value === 'string' || Array.isArray(value)) return ruleFaults(value, []);
  if (typeof value !== 'object' || value === null) {
    const message = '"access" must be a rule in quotes, a list of roles, or an object with a rule for each operation.';
    return [{ code: 'CONFIG_WRONG_TYPE', message, path: [] }];
  }
  const unknown = Object.keys(value).filter((key) => !keys.includes(key));
  return [
    ...unknown.map((key): SchemaFault => {
      const hint = suggestionFor(key, keys);
      return { code: 'CONFIG_KEY_UNKNOWN', message: `Unknown key "${key}".`, hint, path: [key], inKey: true };
    }),
    ...keys.flatMap((key) => (Object.hasOwn(value, key) ? ruleFaults(member(value, key), [key]) : [])),
  ];
}

function ruleFaults(rule: unknown, path: SchemaFault['path']): readonly SchemaFault[] {
  if (Array.isArray(rule)) return listFaults(rule, path);
  if (typeof rule !== 'string') {
    const message = `"${path.join('')}" must be text in quotes, or a list of roles.`;
    return [{ code: 'CONFIG_WRONG_TYPE', message, path }];
  }
  if (rolePattern.test(rule)) {
    const hint = `Write a list: ["${rule}"].`;
    return [{ code: 'CONFIG_ACCESS_UNKNOWN', message: `"${rule}" is not an access rule.`, hint, path }];
  }
  const fault = accessFault(rule);
  return fault === undefined ? [] : [{ ...fault, path }];
}

function listFaults(items: readonly unknown[], path: SchemaFault['path']): readonly SchemaFault[] {
  if (items.length === 0) {
    const hint = 'Name a role, or use "admin".';
    return [{ code: 'CONFIG_ROLE_INVALID', message: 'The list of roles is empty.', hint, path }];
  }
  return items.flatMap((item, at): readonly SchemaFault[] => {
    const place = [...path, at];
    if (typeof item !== 'string') {
      return [{ code: 'CONFIG_WRONG_TYPE', message: 'The name of a role must be text in quotes.', path: place }];
    }
    if (items.indexOf(item) < at) {
      const hint = 'Keep one of the two.';
      return [{ code: 'CONFIG_ROLE_INVALID', message: `"${item}" is in the list twice.`, hint, path: place }];
    }
    return [];
  });
}

/** Returns the access rules of a value. Invalid or missing rules are inherited from `above`. */
export function accessOf(value: unknown, above: Access): Access {
  const one = ruleOf(value);
  const rule = (key: ApiOperation) => {
    const own = ruleOf(member(value, key));
    return one ?? own ?? (key === 'read' ? undefined : ruleOf(member(value, 'write'))) ?? above[key];
  };
  return { read: rule('read'), create: rule('create'), update: rule('update'), delete: rule('delete') };
}

/** Returns the same rule for every operation. */
export function accessFor(rule: Rule): Access {
  return { read: rule, create: rule, update: rule, delete: rule };
}

/** The access rules if the configuration sets none. */
export const openAccess: Access = accessFor('public');

/** The access rules of user accounts: writing to an account would allow its takeover. */
export const accountAccess: Access = accessFor('admin');

function ruleOf(value: unknown): Rule | undefined {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value : undefined;
  return accessRules.find((rule) => rule === value);
}

/** Returns whether a rule of an operation permits the owner of a record. */
export function permitsOwner(access: Access): boolean {
  return apiOperations.some((operation) => isOwnerRule(access[operation]));
}

/** Returns whether a rule permits the owner of a record. */
function isOwnerRule(rule: Rule): boolean {
  return rule === ownerWord || (typeof rule !== 'string' && rule.includes(ownerWord));
}

/** Returns whether every operation is public. */
export function isOpen(access: Access): boolean {
  return apiOperations.every((operation) => access[operation] === 'public');
}

/** Stands for the rule of an operation that the file does not set. Compared by identity. */
const unset: Rule = [];

/**
 * Returns the operations of an entity that are public although no rule covers them. A record with an owner cannot be changed
 * without a sign-in.
 *
 * @param above the default access for the entity, as written
 */
export function openOperations(written: unknown, above: unknown): readonly WriteOperation[] {
  const access = accessOf(written, accessOf(above, accessFor(unset)));
  return permitsOwner(access) ? [] : writeOperations.filter((operation) => access[operation] === unset);
}
