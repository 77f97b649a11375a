import type { EntityNames } from '../../data-layer/model.ts';

/** `order line`, as it stands inside a sentence. */
function nounOf({ title }: EntityNames): string {
  return title[0] === undefined ? title : title[0].toLowerCase() + title.slice(1);
}

/** `an order line` */
export function aNounOf(names: EntityNames): string {
  const noun = nounOf(names);
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** What Prisma's client calls a model: `orderLine`, and `aPIKey` for `APIKey`. */
export function delegateOf({ pascal }: Pick<EntityNames, 'pascal'>): string {
  return `db.${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`;
}
