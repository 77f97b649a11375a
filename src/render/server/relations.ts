import type { DataModel, EntityModel, Link, Reference } from '../../data-layer/model.ts';

/**
 * Relations whose targets are entities, and so can be read with a record. A plugin's model (a user, say) is written by
 * id like any other, but never included: it may hold what no answer should.
 */
export function includable(
  { references, links }: EntityModel,
  { entities }: DataModel,
): { readonly references: readonly Reference[]; readonly links: readonly Link[]; readonly names: readonly string[] } {
  const known = new Set(entities.map(({ names }) => names.pascal));
  const own = {
    references: references.filter(({ target }) => known.has(target)),
    links: links.filter(({ target }) => known.has(target)),
  };
  return { ...own, names: [...own.references, ...own.links].map(({ name }) => name) };
}
