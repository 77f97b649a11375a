import type { DataModel, EntityModel } from '../../data-layer/model.ts';
import { type Code, group, indent, lazyMember, line } from '../code.ts';
import { enumValues } from '../server/enums.ts';

/**
 * Plurals that cannot be variable names: reserved words, `resources`, the variable with all resources, and `t`, the
 * function for messages.
 */
const unbindable = new Set(['arguments', 'extends', 'implements', 'resources', 't']);

/** Maps entity names to unique variable names of their resources (`orders`). Reserved words are avoided. */
export function resourceNames(model: DataModel): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set(unbindable);
  for (const { names: spellings } of model.entities) {
    const { camel, camelPlural, pascal } = spellings;
    const name = taken.has(camelPlural) ? `${camel}Records` : camelPlural;
    taken.add(name);
    names.set(pascal, name);
  }
  return names;
}

/** Returns the path of an entity's routes below `/api` and of its pages below `/admin`. */
export function pathOf({ names }: EntityModel): string {
  return `/${names.route}`;
}

/** Constants of `shared/<entity>.ts` with the values of the entity's enums. */
export function enumsOf({ fields }: Pick<EntityModel, 'fields'>): string[] {
  return fields.flatMap(({ enumName }) => (enumName === undefined ? [] : [enumValues({ enumName })]));
}

/** Prints a property that loads the schema of an entity's input. */
export function inputLoader(name: string, { kebab, camel }: EntityModel['names']): Code {
  return group([`${name}: async () =>`, indent([line, lazyMember(`@shared/${kebab}`, `${camel}Input`)])]);
}

/** The target entity of a relation, with its resource. Plugin models have no resource. */
export interface Target {
  readonly entity: EntityModel;
  readonly resource: string;
}

/** Returns a function that finds the target of a relation among the entities. */
export function targetsOf(model: DataModel): (name: string) => Target | undefined {
  const entities = new Map(model.entities.map((entity) => [entity.names.pascal, entity]));
  const resources = resourceNames(model);
  return (name) => {
    const entity = entities.get(name);
    const resource = resources.get(name);
    return entity === undefined || resource === undefined ? undefined : { entity, resource };
  };
}

/** Prints `import { orders } from '@/resources/order';` for each target, sorted by module, without duplicates. */
export function resourceImports(targets: readonly Target[]): string[] {
  const byModule = targets.map(({ entity, resource }): [string, string] => [
    `@/resources/${entity.names.kebab}`,
    resource,
  ]);
  return [...new Map(byModule)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([module, resource]) => `import { ${resource} } from '${module}';`);
}
