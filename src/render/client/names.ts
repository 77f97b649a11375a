import type { DataModel, EntityModel } from '../../data-layer/model.ts';
import { enumValues } from '../server/enums.ts';

/** Plurals that can't be a variable, and one that stands for all resources. */
const unbindable = new Set(['arguments', 'extends', 'implements', 'resources']);

/** Entity name → the variable its resource is exported as: `orders`; no two alike, none a reserved word. */
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

/** Where an entity's routes are below `/api`, and its pages below `/admin`. */
export function pathOf({ names }: EntityModel): string {
  return `/${names.route}`;
}

/** Constants of `shared/<entity>.ts` with the values of the entity's enums. */
export function enumsOf({ fields }: EntityModel): string[] {
  return fields.flatMap(({ enumName }) => (enumName === undefined ? [] : [enumValues({ enumName })]));
}

/** The entity a relation leads to, with its resource; a plugin's model has none. */
export interface Target {
  readonly entity: EntityModel;
  readonly resource: string;
}

/** Finds targets of relations among the project's own entities. */
export function targetsOf(model: DataModel): (name: string) => Target | undefined {
  const entities = new Map(model.entities.map((entity) => [entity.names.pascal, entity]));
  const resources = resourceNames(model);
  return (name) => {
    const entity = entities.get(name);
    const resource = resources.get(name);
    return entity === undefined || resource === undefined ? undefined : { entity, resource };
  };
}

/** `import { orders } from '@/resources/order';` for each, sorted by module, none twice. */
export function resourceImports(targets: readonly Target[]): string[] {
  const byModule = targets.map(({ entity, resource }): [string, string] => [
    `@/resources/${entity.names.kebab}`,
    resource,
  ]);
  return [...new Map(byModule)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([module, resource]) => `import { ${resource} } from '${module}';`);
}
