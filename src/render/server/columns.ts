import type { EntityModel, ScalarField } from '../../data-layer/model.ts';

/** A column of an entity's table that lists can be filtered and sorted by. */
export interface Column {
  readonly name: string;
  readonly type: ScalarField['type'];
  readonly required: boolean;
}

/** A text of any length doesn't fit into a cursor, which is a part of an address. */
export function isSortable({ type }: Column): boolean {
  return type !== 'Text';
}

/** Declared fields, then the ids of referenced records. */
export function columnsOf(entity: EntityModel): Column[] {
  return [
    ...entity.fields.map(({ name, type, required }) => ({ name, type, required })),
    ...entity.references.map(({ idField, required }) => ({ name: idField, type: 'String' as const, required })),
  ];
}
