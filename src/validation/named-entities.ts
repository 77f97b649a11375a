import { everyEntity, type Operation } from '../../sandbox/index.ts';
import type { Entity } from '../config/config.ts';
import { entityNameFault } from '../config/names.ts';

/** Returns the entities without which operations cannot be rendered, for trial projects. */
export function namedEntities(operations: readonly Operation[]): readonly Entity[] {
  const names = operations.flatMap((operation) =>
    operation.kind === 'extendEntity' || operation.kind === 'registerHooks' ? [operation.entity] : [],
  );
  return [...new Set(names)]
    .filter((name) => name !== everyEntity && entityNameFault(name) === undefined)
    .map((name) => ({ name, fields: [], relations: [] }));
}
