import { accessRules, type Access, type AccessRule } from './config.ts';
import { member } from './partial-entity.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { suggestionFor } from '../core/suggestion.ts';
import { accessFault } from './aliases.ts';

const sides = ['read', 'write'] as const;

const ruleMeta = (description: string) => ({ description, enum: [...accessRules] });

/** The JSON schema metadata of `access` for editors. */
export const accessMeta = {
  anyOf: [
    ruleMeta('One rule for reading and writing.'),
    {
      type: 'object',
      properties: {
        read: ruleMeta('Permission to GET records.'),
        write: ruleMeta('Permission to create, change and delete records.'),
      },
      additionalProperties: false,
    },
  ],
};

/** Returns the errors in an `access` value. Paths are relative to `access`. */
export function accessShapeFaults(value: unknown): readonly SchemaFault[] {
  if (typeof value === 'string') return wordFaults(value, []);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = '"access" must be a rule in quotes, or an object with "read" and "write".';
    return [{ code: 'CONFIG_WRONG_TYPE', message, path: [] }];
  }
  const unknown = Object.keys(value).filter((key) => !sides.some((side) => side === key));
  return [
    ...unknown.map((key): SchemaFault => {
      const hint = suggestionFor(key, sides);
      return { code: 'CONFIG_KEY_UNKNOWN', message: `Unknown key "${key}".`, hint, path: [key], inKey: true };
    }),
    ...sides.flatMap((side) => (Object.hasOwn(value, side) ? wordFaults(member(value, side), [side]) : [])),
  ];
}

function wordFaults(word: unknown, path: SchemaFault['path']): readonly SchemaFault[] {
  if (typeof word !== 'string') {
    return [{ code: 'CONFIG_WRONG_TYPE', message: `"${path.join('')}" must be text in quotes.`, path }];
  }
  const fault = accessFault(word);
  return fault === undefined ? [] : [{ ...fault, path }];
}

/** Returns the access rules of a value. Invalid or missing rules are inherited from `above`. */
export function accessOf(value: unknown, above: Access): Access {
  if (typeof value === 'string') return { read: ruleOf(value) ?? above.read, write: ruleOf(value) ?? above.write };
  return { read: ruleOf(member(value, 'read')) ?? above.read, write: ruleOf(member(value, 'write')) ?? above.write };
}

/** The access rules if the configuration sets none. */
export const openAccess: Access = { read: 'public', write: 'public' };

/** The access rules of user accounts: writing to an account would allow its takeover. */
export const accountAccess: Access = { read: 'admin', write: 'admin' };

function ruleOf(word: unknown): AccessRule | undefined {
  return accessRules.find((rule) => rule === word);
}

/** Returns whether the rule applies to reading or writing. */
export function speaksOf(access: Access, rule: AccessRule): boolean {
  return access.read === rule || access.write === rule;
}
