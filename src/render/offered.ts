import type { WriteOperation } from '../config/config.ts';
import type { EntityModel } from '../data-layer/model.ts';

/** Returns whether the API and the pages of an entity offer an operation. */
export function offers({ guard }: Pick<EntityModel, 'guard'>, operation: WriteOperation): boolean {
  return guard?.refuse.has(operation) !== true;
}

/** Returns the operations that an entity does not offer. */
export function refusedBy({ guard }: Pick<EntityModel, 'guard'>): readonly WriteOperation[] {
  return guard === undefined ? [] : [...guard.refuse];
}

/** Returns the entity without the columns that its API does not write. */
export function writtenPart(entity: EntityModel): EntityModel {
  if (!hasReadOnly(entity)) return entity;
  return {
    ...entity,
    fields: entity.fields.filter(({ name }) => !isReadOnly(entity, name)),
    references: entity.references.filter(({ idField }) => !isReadOnly(entity, idField)),
  };
}

/** Returns the columns that the API of an entity returns and does not write. */
export function readOnlyColumns(entity: EntityModel): readonly string[] {
  const columns = [...entity.fields.map(({ name }) => name), ...entity.references.map(({ idField }) => idField)];
  return columns.filter((name) => isReadOnly(entity, name));
}

type ReadOnly = Pick<EntityModel, 'guard' | 'serverFields'>;

function hasReadOnly({ guard, serverFields }: ReadOnly): boolean {
  return (guard?.readOnly.size ?? 0) + (serverFields?.size ?? 0) > 0;
}

function isReadOnly({ guard, serverFields }: ReadOnly, name: string): boolean {
  return guard?.readOnly.has(name) === true || serverFields?.has(name) === true;
}
