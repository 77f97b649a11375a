/** Reads the argument of `guardModel` into an operation. */
import { guardedOperations } from '../protocol/operations.ts';
import type { GuardModel } from '../protocol/operations.ts';
import { isIdentifier, isSitePath } from '../protocol/syntax.ts';
import { fields, list, matching, oneOf, present, type Place } from './check.ts';
import { modulePath } from './paths.ts';

const kind = 'guardModel';

export function guardOperation(argument: unknown): GuardModel {
  const given = fields(argument, kind, ['model', 'refuse', 'readOnly', 'reserved', 'module', 'page']);
  const place = (key: string): Place => `${kind}: ${key}`;
  const { module, page } = given;
  return {
    kind,
    model: nameOf(given['model'], place('model')),
    refuse: listOf(given['refuse'], place('refuse'), (item, at) => oneOf(item, at, guardedOperations)),
    readOnly: listOf(given['readOnly'], place('readOnly'), nameOf),
    reserved: listOf(given['reserved'], place('reserved'), nameOf),
    ...present({
      module: module === undefined ? undefined : modulePath(module, place('module')),
      page: page === undefined ? undefined : matching(page, place('page'), sitePath),
    }),
  };
}

const sitePath = { holds: isSitePath, expected: 'a path of this site, like /admin/users' };

function nameOf(value: unknown, place: Place): string {
  return matching(value, place, { holds: isIdentifier, expected: 'the name of a model or a field' });
}

/** Reads a list without duplicates; empty if it is absent. */
function listOf<Item>(value: unknown, place: Place, read: (item: unknown, place: Place) => Item): readonly Item[] {
  if (value === undefined) return [];
  return [...new Set(list(value, place).map((item, index) => read(item, `${place}[${index}]`)))];
}
