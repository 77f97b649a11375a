import type { SchemaFault } from '../core/schema-check.ts';

/** A required many-to-one: a record of `source` needs an existing record of `target`. */
export interface RequiredRelation {
  readonly source: string;
  readonly target: string;
  readonly path: SchemaFault['path'];
}

/**
 * Returns cycles of required relations. No record in such a cycle could ever be created. Each cycle is reported once,
 * at its first relation.
 */
export function requiredCircles(relations: readonly RequiredRelation[]): readonly SchemaFault[] {
  const told = new Set<string>();
  const left = withoutEnds(relations);
  const [targets, sources] = [neighbours(left, 'source', 'target'), neighbours(left, 'target', 'source')];
  return left.flatMap(({ source, target, path }): readonly SchemaFault[] => {
    if (told.has(source) || told.has(target)) return [];
    const before = reachable(source, sources);
    if (!before.has(target)) return [];
    const circle = [...reachable(source, targets)].filter((name) => before.has(name));
    for (const name of circle) told.add(name);
    const shown = circle.slice(0, 10).join(', ');
    const message =
      source === target
        ? `The first ${source} could never be created: it requires another one.`
        : `No record of ${shown} could ever be created: each requires another one first.`;
    return [{ code: 'CONFIG_RELATION_CIRCLE', message, path }];
  });
}

/**
 * Returns the relations that can be part of a cycle. Repeatedly removes relations to entities without required
 * relations.
 */
function withoutEnds(relations: readonly RequiredRelation[]): readonly RequiredRelation[] {
  const open = new Map<string, number>();
  for (const { source } of relations) open.set(source, (open.get(source) ?? 0) + 1);
  const sources = neighbours(relations, 'target', 'source');
  const ends = [...sources.keys()].filter((name) => !open.has(name));
  for (const end of ends) {
    for (const source of sources.get(end) ?? []) {
      const rest = (open.get(source) ?? 0) - 1;
      open.set(source, rest);
      if (rest === 0) ends.push(source);
    }
  }
  const ended = new Set(ends);
  return relations.filter(({ target }) => !ended.has(target));
}

type End = 'source' | 'target';

function neighbours(
  relations: readonly RequiredRelation[],
  from: End,
  to: End,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const relation of relations) {
    const others = found.get(relation[from]);
    if (others === undefined) found.set(relation[from], [relation[to]]);
    else others.push(relation[to]);
  }
  return found;
}

/** Returns all names that are reachable from a name, including the name itself. */
function reachable(start: string, next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set([start]);
  for (const name of found) for (const other of next.get(name) ?? []) found.add(other);
  return found;
}
