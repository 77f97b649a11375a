import type { DataModel, EntityModel, Link, Reference } from '../../data-layer/model.ts';

/** One entity's turn in the seed, with the relations whose targets are there by then. */
export interface SeedStep {
  readonly entity: EntityModel;
  readonly references: readonly Reference[];
  /** Optional references to a record made earlier in the same step. */
  readonly selfReferences: readonly Reference[];
  readonly links: readonly Link[];
}

/**
 * Entities in an order in which the targets of a record exist before it. Where entities refer to each other in a
 * circle, required references decide, and the relation that would close the circle stays empty.
 */
export function seedOrder({ entities }: DataModel): SeedStep[] {
  const steps: SeedStep[] = [];
  const done = new Set<string>();
  const left = new Set(entities);
  const known = new Set(entities.map(({ names }) => names.pascal));
  // Models of plugins have no turn of their own.
  const isReady = (target: string) => done.has(target) || !known.has(target);
  while (left.size > 0) {
    const entity =
      [...left].find((candidate) => targets(candidate).every(isReady)) ??
      [...left].find((candidate) => requiredTargets(candidate).every(isReady)) ??
      [...left][0];
    if (entity === undefined) break;
    left.delete(entity);
    const { references, links, names } = entity;
    steps.push({
      entity,
      references: references.filter(({ target }) => done.has(target)),
      selfReferences: references.filter(({ target }) => target === names.pascal),
      links: links.filter(({ target }) => done.has(target)),
    });
    done.add(names.pascal);
  }
  return steps;
}

function targets(entity: EntityModel): string[] {
  return [...entity.references, ...entity.links]
    .map(({ target }) => target)
    .filter((target) => target !== entity.names.pascal);
}

function requiredTargets({ references, names }: EntityModel): string[] {
  return references.filter(({ required, target }) => required && target !== names.pascal).map(({ target }) => target);
}
