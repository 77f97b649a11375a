import type { DataModel, EntityModel, Link, Reference } from '../../data-layer/model.ts';

/**
 * Relations that can be read with a record: those whose targets are entities that whoever may read the record may read
 * too. A plugin's model (a user, say) is written by id like any other, but never included: it may hold what no answer
 * should.
 */
export function includable(
  entity: EntityModel,
  { entities }: DataModel,
): { readonly references: readonly Reference[]; readonly links: readonly Link[]; readonly names: readonly string[] } {
  const targets = new Set([...entity.references, ...entity.links].map(({ target }) => target));
  const related = entities.filter(({ names }) => targets.has(names.pascal));
  const known = new Set(related.filter((one) => isReadableWith(one, entity)).map(({ names }) => names.pascal));
  const own = {
    references: entity.references.filter(({ target }) => known.has(target)),
    links: entity.links.filter(({ target }) => known.has(target)),
  };
  return { ...own, names: [...own.references, ...own.links].map(({ name }) => name) };
}

/** Of an owner's records another user's may be related: those are not included, but for administrators' eyes. */
function isReadableWith(target: EntityModel, { access: { read } }: EntityModel): boolean {
  switch (target.access.read) {
    case 'public':
      return true;
    case 'authenticated':
      return read !== 'public';
    case 'owner':
    case 'admin':
      return read === 'admin';
    default:
      throw new Error(`access rule ${String(target.access.read satisfies never)}`);
  }
}
