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
  const { guard } = entity;
  if (guard === undefined || guard.readOnly.size === 0) return entity;
  const isWritten = (name: string) => !guard.readOnly.has(name);
  return {
    ...entity,
    fields: entity.fields.filter(({ name }) => isWritten(name)),
    references: entity.references.filter(({ idField }) => isWritten(idField)),
  };
}

/** Returns the columns that the API of an entity returns and does not write. */
export function readOnlyColumns({ guard, fields, references }: EntityModel): readonly string[] {
  const columns = [...fields.map(({ name }) => name), ...references.map(({ idField }) => idField)];
  return columns.filter((name) => guard?.readOnly.has(name));
}
