import { isOpen } from '../../config/access.ts';
import { type FieldAccess, apiOperations, type Rule } from '../../config/config.ts';
import type { EntityModel } from '../../data-layer/model.ts';
import { braces, type Code, lines, list, paragraphs, print, quote, rows } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { header } from '../header.ts';

/** `server/generated/access.ts`: the access rules of all entities that are not public, and the open entities. */
export const accessRules: Emitter = function* ({ model, config }) {
  const guarded = model.entities.filter(isGuarded);
  yield {
    path: 'server/generated/access.ts',
    content: print(
      paragraphs([
        lines([header, "import type { EntityAccess } from '../lib/records/access';"]),
        lines([
          '/** The access rules by entity. The records of other entities are public. */',
          [
            'export const accessRules: ReadonlyMap<string, EntityAccess> = ',
            guarded.length === 0
              ? 'new Map();'
              : rows('new Map<string, EntityAccess>([', guarded.map(entityRules), ']);'),
          ],
        ]),
        lines([
          '/** Entities that every caller can change, because `genlock.json` has no rule for them. */',
          [
            'export const openEntities: readonly string[] = ',
            list(
              '[',
              (config.open ?? []).map(({ name }) => quote(name)),
              '];',
            ),
          ],
        ]),
      ]),
    ),
  };
};

/** Returns whether an access rule restricts an operation of the entity. */
export function isGuarded({ access, fields }: EntityModel): boolean {
  return !isOpen(access) || fields.some((field) => field.access !== undefined);
}

function entityRules({ names, access, fields, ownerPath }: EntityModel): Code {
  const limited = fields.flatMap((field) => (field.access === undefined ? [] : [fieldRules(field.name, field.access)]));
  const rules = [
    ...apiOperations.map((operation): Code => [`${operation}: `, ruleCode(access[operation])]),
    ...(ownerPath === undefined ? [] : [['owner: ', list('[', ownerPath.map(quote), ']')]]),
    ...(limited.length === 0 ? [] : [rows('fields: {', limited, '}')]),
  ];
  return rows('[', [quote(names.pascal), rows('{', rules, '}')], ']');
}

function fieldRules(name: string, { read, write }: FieldAccess): Code {
  return [
    `${name}: `,
    braces([
      ['read: ', ruleCode(read)],
      ['write: ', ruleCode(write)],
    ]),
  ];
}

/** Prints a rule: `'owner'` or `['AGENT', 'owner']`. */
export function ruleCode(rule: Rule): Code {
  return typeof rule === 'string' ? quote(rule) : list('[', rule.map(quote), ']');
}
