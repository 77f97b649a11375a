import type { Versions } from './diff3.ts';

/**
 * What merging a file by its structure gives. Where both sides want something else the three texts differ, and only
 * there: each holds one side's choice in them and the merged rest.
 */
export type Structured =
  | { readonly kind: 'merged'; readonly text: string }
  | { readonly kind: 'conflict'; readonly sides: Versions<string> };

/** What one unit's three versions come to: one of them, nothing at all, or what has to be looked at more closely. */
export type Choice = 'yours' | 'theirs' | 'both';

/** Who alone changed a unit; yours if both made the same change. Absent versions are `undefined`. */
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
 * The keys of a merged list in order: the user's, and each key only Genlock has behind the one it stands behind there.
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
