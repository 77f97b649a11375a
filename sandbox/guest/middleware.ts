/** Reads the argument of `registerMiddleware` into an operation. */
import { middlewarePositions } from '../protocol/operations.ts';
import type { RegisterMiddleware } from '../protocol/operations.ts';
import { fields, oneOf } from './check.ts';
import { modulePath } from './paths.ts';

const kind = 'registerMiddleware';

export function middlewareOperation(argument: unknown): RegisterMiddleware {
  const given = fields(argument, kind, ['position', 'module']);
  return {
    kind,
    position: oneOf(given['position'], `${kind}: position`, middlewarePositions),
    module: modulePath(given['module'], `${kind}: module`),
  };
}
