import type { EntityModel, Reference } from './model.ts';

/**
 * Returns references that would cascade a deletion back to its own model. MongoDB's connector refuses them. Only rules
 * that change other records count.
 */
export function deleteCircles(entities: readonly EntityModel[]): ReadonlySet<Reference> {
  const edges = entities.flatMap(({ names, references }) =>
    references
      .filter(({ onDelete }) => onDelete !== 'restrict')
      .map((reference) => ({ source: names.pascal, target: reference.target, reference })),
  );
  const next = Map.groupBy(edges, ({ source }) => source);
  const reached = new Map<string, ReadonlySet<string>>();
  const from = (start: string): ReadonlySet<string> => {
    const known = reached.get(start);
    if (known !== undefined) return known;
    const found = new Set([start]);
    for (const name of found) for (const { target } of next.get(name) ?? []) found.add(target);
    reached.set(start, found);
    return found;
  };
  return new Set(edges.filter(({ source, target }) => from(target).has(source)).map(({ reference }) => reference));
}
