import type { DataModel, EntityModel, Link, Reference } from '../../data-layer/model.ts';

/**
 * Returns the relations that can be included with a record: the target is an entity, and every reader of the record may
 * also read the target. Plugins' models, such as users, are written by id and never included, because they can contain
 * secrets.
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

/**
 * Returns whether readers of an entity may read a related target. Records with an owner are included for administrators
 * only, because they can belong to another user.
 */
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
