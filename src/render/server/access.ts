import { isOpen } from '../../config/access.ts';
import { operations, type Rule } from '../../config/config.ts';
import type { EntityModel } from '../../data-layer/model.ts';
import { type Code, lines, list, paragraphs, print, quote, rows } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { header } from '../header.ts';

/** `server/generated/access.ts`: the access rules of all entities that are not public. */
export const accessRules: Emitter = function* ({ model }) {
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
      ]),
    ),
  };
};

/** Returns whether an access rule restricts an operation of the entity. */
export function isGuarded({ access }: EntityModel): boolean {
  return !isOpen(access);
}

function entityRules({ names, access, ownerPath }: EntityModel): Code {
  const rules = [
    ...operations.map((operation): Code => [`${operation}: `, ruleCode(access[operation])]),
    ...(ownerPath === undefined ? [] : [['owner: ', list('[', ownerPath.map(quote), ']')]]),
  ];
  return rows('[', [quote(names.pascal), rows('{', rules, '}')], ']');
}

/** Prints a rule: `'owner'` or `['AGENT', 'owner']`. */
export function ruleCode(rule: Rule): Code {
  return typeof rule === 'string' ? quote(rule) : list('[', rule.map(quote), ']');
}
