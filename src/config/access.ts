import { accessRules, type Access, type AccessRule } from './config.ts';
import { member } from './partial-entity.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { suggestionFor } from '../core/suggestion.ts';
import { accessFault } from './aliases.ts';

const sides = ['read', 'write'] as const;

const ruleMeta = (description: string) => ({ description, enum: [...accessRules] });

/** What an editor is told of `access`. */
export const accessMeta = {
  anyOf: [
    ruleMeta('The same for reading and for writing.'),
    {
      type: 'object',
      properties: {
        read: ruleMeta('Who may GET records.'),
        write: ruleMeta('Who may create, change and delete them.'),
      },
      additionalProperties: false,
    },
  ],
};

/** What is wrong with `access` by itself; paths start at it. */
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

/** What `access` says, as far as it can be read; the rest is said by what stands above it. */
export function accessOf(value: unknown, above: Access): Access {
  if (typeof value === 'string') return { read: ruleOf(value) ?? above.read, write: ruleOf(value) ?? above.write };
  return { read: ruleOf(member(value, 'read')) ?? above.read, write: ruleOf(member(value, 'write')) ?? above.write };
}

/** What holds where nobody says anything. */
export const openAccess: Access = { read: 'public', write: 'public' };

/** What holds for the accounts people sign in with: who may write one may take it over. */
export const accountAccess: Access = { read: 'admin', write: 'admin' };

function ruleOf(word: unknown): AccessRule | undefined {
  return accessRules.find((rule) => rule === word);
}

/** Whether the rule holds for reading or for writing. */
export function speaksOf(access: Access, rule: AccessRule): boolean {
  return access.read === rule || access.write === rule;
}
