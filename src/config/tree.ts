import type { SchemaFault } from '../core/schema-check.ts';
import { isKeyType } from './keys.ts';
import { member, type PartialEntity } from './partial-entity.ts';

/** Returns the relations marked `tree` that are not an optional reference to the same entity. */
export function treeFaults({ at, name: entity, relations }: PartialEntity): readonly SchemaFault[] {
  return relations
    .filter(({ written }) => member(written, 'tree') === true)
    .filter(({ type, target, isRequired }) => !isKeyType(type) || target !== entity || isRequired)
    .map(({ name, at: index }) => ({
      code: 'CONFIG_TREE_INVALID',
      message: `"${name}" is not an optional reference from ${entity} to ${entity}.`,
      path: ['entities', at, 'relations', index, 'tree'],
    }));
}
