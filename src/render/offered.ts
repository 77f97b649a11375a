import type { EntityModel, Guard } from '../data-layer/model.ts';

type Write = Guard['refuse'] extends ReadonlySet<infer Operation> ? Operation : never;

/** Returns whether the API and the pages of an entity offer an operation. */
export function offers({ guard }: Pick<EntityModel, 'guard'>, operation: Write): boolean {
  return guard?.refuse.has(operation) !== true;
}

/** Returns the operations that an entity does not offer. */
export function refusedBy({ guard }: Pick<EntityModel, 'guard'>): readonly Write[] {
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
