import { camelCase, kebabCase, pascalCase, sentenceCase } from 'change-case';
import type { Entity } from '../config/config.ts';
import { pluralOf, routeOf } from '../config/spelling.ts';
import type { EntityNames } from './model.ts';

/** Returns the display label of a name: `Unit price` for `unitPrice`. */
export function labelOf(name: string): string {
  return sentenceCase(name);
}

/** Returns the names of records that people read. The plural of a declared label is the English one. */
export function labelsOf(entity: Pick<Entity, 'name' | 'label' | 'labelPlural'>): Labels {
  const { name, label = labelOf(name), labelPlural } = entity;
  if (labelPlural !== undefined) return { label, labelPlural };
  return { label, labelPlural: entity.label === undefined ? labelOf(pluralOf(name)) : pluralOf(label) };
}

interface Labels {
  readonly label: string;
  readonly labelPlural: string;
}

/** Returns all spellings of an entity's name. `route` overrides the segment below `/api`. */
export function namesOf(entity: { readonly name: string; readonly route?: string }): EntityNames {
  const plural = pluralOf(entity.name);
  return {
    pascal: entity.name,
    camel: camelCase(entity.name),
    camelPlural: camelCase(plural),
    pascalPlural: pascalCase(plural),
    kebab: kebabCase(entity.name),
    route: routeOf(entity),
    title: labelOf(entity.name),
    titlePlural: labelOf(plural),
  };
}
