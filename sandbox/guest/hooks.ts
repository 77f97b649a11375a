/** Reads the argument of `registerHooks` into an operation. */
import { everyEntity } from '../protocol/operations.ts';
import type { RegisterHooks } from '../protocol/operations.ts';
import { isIdentifier } from '../protocol/syntax.ts';
import { fields, matching } from './check.ts';
import { modulePath } from './paths.ts';

const kind = 'registerHooks';

export function hooksOperation(argument: unknown): RegisterHooks {
  const given = fields(argument, kind, ['entity', 'module']);
  return {
    kind,
    entity: matching(given['entity'], `${kind}: entity`, entityName),
    module: modulePath(given['module'], `${kind}: module`),
  };
}

const entityName = {
  holds: (text: string): boolean => text === everyEntity || isIdentifier(text),
  expected: 'the name of an entity, or "*" for every entity',
};
