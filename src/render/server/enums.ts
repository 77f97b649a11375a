import { pluralOf } from '../../config/spelling.ts';
import type { ScalarField } from '../../data-layer/model.ts';

/** Returns the constant with an enum's values in `shared/<entity>.ts`: `orderStatuses` for `OrderStatus`. */
export function enumValues({ enumName = '' }: Pick<ScalarField, 'enumName'>): string {
  const plural = pluralOf(enumName);
  return `${plural.charAt(0).toLowerCase()}${plural.slice(1)}`;
}
