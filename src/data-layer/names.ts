import { camelCase, kebabCase, pascalCase, sentenceCase } from 'change-case';
import pluralize from 'pluralize';
import type { EntityNames } from './model.ts';

/** Plural of a PascalCase or camelCase name; only its last word changes. A word without a plural of its own gets `List`. */
export function pluralOf(name: string): string {
  const plural = pluralize.plural(name);
  return plural === name ? `${name}List` : plural;
}

/** `Unit price` for `unitPrice`: what people read. */
export function labelOf(name: string): string {
  return sentenceCase(name);
}

/** All spellings of an entity's name; `route` overrides the segment below `/api`. */
export function namesOf(entity: { readonly name: string; readonly route?: string }): EntityNames {
  const plural = pluralOf(entity.name);
  return {
    pascal: entity.name,
    camel: camelCase(entity.name),
    camelPlural: camelCase(plural),
    pascalPlural: pascalCase(plural),
    kebab: kebabCase(entity.name),
    route: entity.route ?? kebabCase(plural),
    title: labelOf(entity.name),
    titlePlural: labelOf(plural),
  };
}
