import type { Versions } from './diff3.ts';

/**
 * Result of a structural merge. In a conflict, the versions differ only in conflicting places. There each version
 * contains the choice of its side.
 */
export type Structured =
  | { readonly kind: 'merged'; readonly text: string }
  | { readonly kind: 'conflict'; readonly sides: Versions<string> };

/** Result of comparing three versions of a unit: one side's version, or `both` if both sides changed it. */
export type Choice = 'yours' | 'theirs' | 'both';

/**
 * Returns the side that changed a unit, or `yours` if both sides made the same change. A missing version is
 * `undefined`.
 */
export function choose<Value>(
  { base, yours, theirs }: Versions<Value | undefined>,
  isSame: (one: Value, other: Value) => boolean,
): Choice {
  const same = (one: Value | undefined, other: Value | undefined): boolean =>
    one === undefined || other === undefined ? one === other : isSame(one, other);
  if (same(yours, theirs) || same(base, theirs)) return 'yours';
  return same(base, yours) ? 'theirs' : 'both';
}

/**
 * Orders the keys of a merged list: the user's keys, and each new key of Genlock after its predecessor in Genlock's
 * list.
 */
export function mergedOrder(yours: readonly string[], theirs: readonly string[]): readonly string[] {
  const known = new Set(yours);
  const behind = new Map<string | undefined, string[]>();
  let anchor: string | undefined;
  for (const key of theirs) {
    if (known.has(key)) anchor = key;
    else behind.set(anchor, [...(behind.get(anchor) ?? []), key]);
  }
  return [...(behind.get(undefined) ?? []), ...yours.flatMap((key) => [key, ...(behind.get(key) ?? [])])];
}
