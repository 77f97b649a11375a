import type { DataModel, EntityModel, Link, Reference } from '../../data-layer/model.ts';

/**
 * Returns the relations that can be included with a record: the target is an entity. The API removes records that the
 * caller may not read. Plugins' models, such as users, are written by id and never included, because they can contain
 * secrets.
 */
export function includable(
  entity: EntityModel,
  { entities }: DataModel,
): { readonly references: readonly Reference[]; readonly links: readonly Link[]; readonly names: readonly string[] } {
  const known = new Map(entities.map((one) => [one.names.pascal, one]));
  const own = {
    references: entity.references.flatMap((reference) => {
      const target = known.get(reference.target);
      if (target === undefined) return [];
      return [{ ...reference, required: reference.required && isAlwaysReadable(target, entity) }];
    }),
    links: entity.links.filter(({ target }) => known.has(target)),
  };
  return { ...own, names: [...own.references, ...own.links].map(({ name }) => name) };
}

/** Returns whether all readers of an entity may read all records of a related target. */
function isAlwaysReadable(target: EntityModel, { access: { read } }: EntityModel): boolean {
  return (
    target.access.read === 'public' || read === 'admin' || (target.access.read === 'authenticated' && read !== 'public')
  );
}
