/** Reads the argument of `registerSlot` into an operation. */
import { slotNames } from '../protocol/operations.ts';
import type { RegisterSlot } from '../protocol/operations.ts';
import { isIdentifier } from '../protocol/syntax.ts';
import { fields, matching, oneOf, present } from './check.ts';
import { clientPath, modulePath } from './paths.ts';

const kind = 'registerSlot';

export function slotOperation(argument: unknown): RegisterSlot {
  const given = fields(argument, kind, ['slot', 'entity', 'module']);
  const { entity } = given;
  const name = { holds: isIdentifier, expected: 'the name of an entity' };
  return {
    kind,
    slot: oneOf(given['slot'], `${kind}: slot`, slotNames),
    ...present({ entity: entity === undefined ? undefined : matching(entity, `${kind}: entity`, name) }),
    module: modulePath(clientPath(given['module']), `${kind}: module`),
  };
}
