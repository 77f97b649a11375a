/** Reads the argument of `guardModel` into an operation. */
import { guardedOperations } from '../protocol/operations.ts';
import type { GuardModel } from '../protocol/operations.ts';
import { isIdentifier, isSitePath } from '../protocol/syntax.ts';
import { fields, list, matching, oneOf, present, type ArgumentPath } from './check.ts';
import { modulePath } from './paths.ts';

const kind = 'guardModel';

export function guardOperation(argument: unknown): GuardModel {
  const given = fields(argument, kind, ['model', 'refuse', 'readOnly', 'reserved', 'module', 'page']);
  const at = (key: string): ArgumentPath => `${kind}: ${key}`;
  const { module, page } = given;
  return {
    kind,
    model: nameOf(given['model'], at('model')),
    refuse: listOf(given['refuse'], at('refuse'), (item, at) => oneOf(item, at, guardedOperations)),
    readOnly: listOf(given['readOnly'], at('readOnly'), nameOf),
    reserved: listOf(given['reserved'], at('reserved'), nameOf),
    ...present({
      module: module === undefined ? undefined : modulePath(module, at('module')),
      page: page === undefined ? undefined : matching(page, at('page'), sitePath),
    }),
  };
}

const sitePath = { holds: isSitePath, expected: 'a path of this site, like /admin/users' };

function nameOf(value: unknown, at: ArgumentPath): string {
  return matching(value, at, { holds: isIdentifier, expected: 'the name of a model or a field' });
}

/** Reads a list without duplicates; empty if it is absent. */
function listOf<Item>(
  value: unknown,
  at: ArgumentPath,
  read: (item: unknown, at: ArgumentPath) => Item,
): readonly Item[] {
  if (value === undefined) return [];
  return [...new Set(list(value, at).map((item, index) => read(item, `${at}[${index}]`)))];
}
