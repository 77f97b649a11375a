import type { DataModel, EntityModel } from './model.ts';

/**
 * Returns the members whose columns, tables or names differ in a model with additional members, such as `Order.customer`.
 * The names of relations in the schema may differ, because they name neither columns nor tables of references.
 */
export function changedMembers(plain: DataModel, extended: DataModel): readonly string[] {
  return plain.entities.flatMap((entity, at) => {
    const other = extended.entities[at];
    if (other === undefined) return [entity.names.pascal];
    const after = new Map(factsOf(other));
    return factsOf(entity)
      .filter(([name, fact]) => after.get(name) !== fact)
      .map(([name]) => `${entity.names.pascal}.${name}`);
  });
}

function factsOf({ fields, references, links, backReferences }: EntityModel): readonly (readonly [string, string])[] {
  return [
    ...fields.map(({ name, enumName = '' }) => [name, enumName] as const),
    ...links.map((link) => [link.name, JSON.stringify(link)] as const),
    ...[...references, ...backReferences].map(
      (one) => [one.name, JSON.stringify({ ...one, relationName: undefined })] as const,
    ),
  ];
}
