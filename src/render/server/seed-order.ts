import type { DataModel, EntityModel, Link, Reference } from '../../data-layer/model.ts';

/** A step of the seed: an entity with its relations whose targets already exist. */
export interface SeedStep {
  readonly entity: EntityModel;
  readonly references: readonly Reference[];
  /** Optional references to a record from the same step. */
  readonly selfReferences: readonly Reference[];
  readonly links: readonly Link[];
}

/**
 * Returns the entities in an order in which a record's targets exist first. In a cycle, required references decide, and
 * the relation that closes the cycle stays empty.
 */
export function seedOrder({ entities }: DataModel): SeedStep[] {
  const steps: SeedStep[] = [];
  const done = new Set<string>();
  const left = new Set(entities);
  const known = new Set(entities.map(({ names }) => names.pascal));
  // Plugin models have no separate step.
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
