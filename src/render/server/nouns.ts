import type { EntityNames } from '../../data-layer/model.ts';

/** Returns the noun for use in a sentence: `order line`. */
function nounOf({ title }: EntityNames): string {
  return title[0] === undefined ? title : title[0].toLowerCase() + title.slice(1);
}

/** `an order line` */
export function aNounOf(names: EntityNames): string {
  const noun = nounOf(names);
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** Returns the name of a model in Prisma's client: `orderLine`, and `aPIKey` for `APIKey`. */
export function delegateOf({ pascal }: Pick<EntityNames, 'pascal'>): string {
  return `db.${modelName(pascal)}`;
}

/** Returns the name of a model in a transaction of Prisma's client: `tx.orderLine`. */
export function tableOf({ pascal }: Pick<EntityNames, 'pascal'>): string {
  return `tx.${modelName(pascal)}`;
}

function modelName(pascal: string): string {
  return `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}`;
}
