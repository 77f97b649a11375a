import { camelCase, constantCase, kebabCase, pascalCase } from 'change-case';
import validatePackageName from 'validate-npm-package-name';
import { suggestionFor } from '../core/suggestion.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { isObjectMember, isReservedEntityName, reservedFieldReason } from './reserved.ts';

/** What is wrong with a name, if anything; the finding still needs its place. */
export type NameFault = Omit<SchemaFault, 'path'>;

/** Of an entity, a field, a relation, a value or a route: what PostgreSQL keeps of a name, on every kind of database. */
export const longestName = 63;

/** An entity's name: PascalCase, at most 63 letters and digits, free for a model, a type and a file. */
export function entityNameFault(name: string): NameFault | undefined {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name) || name.length > longestName) {
    const hint = instead(pascalCase(name.slice(0, 100)), {
      given: name,
      usable: (other) => entityNameFault(other) === undefined,
    });
    return { code: 'CONFIG_ENTITY_NAME_INVALID', message: `"${name}" can't be the name of an entity.`, ...hint };
  }
  if (!isReservedEntityName(name)) return undefined;
  const hint = `Use a more specific name, such as "${name}Entry".`;
  return { code: 'CONFIG_ENTITY_NAME_RESERVED', message: `"${name}" is taken by the generated code.`, hint };
}

/** A field's or relation's name: camelCase, at most 63 letters and digits, free for a column and a property. */
export function fieldNameFault(name: string): NameFault | undefined {
  const reason = reservedFieldReason(name);
  if (reason !== undefined) {
    return { code: 'CONFIG_FIELD_NAME_RESERVED', message: `"${name}" can't be declared: ${reason}.` };
  }
  if (/^[a-z][A-Za-z0-9]*$/.test(name) && name.length <= longestName) return undefined;
  const hint = instead(camelCase(name.slice(0, 100)), {
    given: name,
    usable: (other) => fieldNameFault(other) === undefined,
  });
  return { code: 'CONFIG_FIELD_NAME_INVALID', message: `"${name}" can't be the name of a field.`, ...hint };
}

/** A value of an `Enum`: what Prisma takes for one, and no object of the language already has. */
export function enumValueFault(value: string): NameFault | undefined {
  if (isObjectMember(value)) {
    return { code: 'CONFIG_VALUE_INVALID', message: `"${value}" is a member of every JavaScript object.` };
  }
  if (/^[A-Za-z][A-Za-z0-9_]*$/.test(value) && value.length <= longestName) return undefined;
  const hint = instead(constantCase(value.slice(0, 100)), {
    given: value,
    usable: (other) => enumValueFault(other) === undefined,
  });
  return { code: 'CONFIG_VALUE_INVALID', message: `"${value}" can't be a value of an Enum.`, ...hint };
}

/** An entity's `route`: one segment in kebab case. */
export function routeFault(route: string): NameFault | undefined {
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(route) && route.length <= longestName) return undefined;
  const hint = instead(kebabCase(route.slice(0, 100)), {
    given: route,
    usable: (other) => routeFault(other) === undefined,
  });
  return { code: 'CONFIG_ROUTE_INVALID', message: `"${route}" can't be a route.`, ...hint };
}

/** The project's name: what npm takes for a new package. */
export function projectNameFault(name: string): NameFault | undefined {
  if (isPackageName(name)) return undefined;
  return {
    code: 'CONFIG_NAME_INVALID',
    message: `"${name}" can't be the name of a package.`,
    hint: `For example: "${packageNameFrom(name)}".`,
  };
}

/** A plugin's name: what npm takes for a new package, with or without a scope. */
export function pluginNameFault(name: string): NameFault | undefined {
  if (isPackageName(name)) return undefined;
  return { code: 'CONFIG_PLUGIN_NAME_INVALID', message: `"${name}" can't be the name of a plugin.` };
}

/** Whether npm takes the name for a new package. */
export function isPackageName(name: string): boolean {
  return name.length <= 214 && validatePackageName(name).validForNewPackages;
}

/**
 * The package name for a folder's name. A valid name is unchanged. Otherwise words are separated by hyphens, letters
 * lose their diacritics and are lower-case: `NmShop` and `Nm Shop` give `nm-shop`. `app` if no letter or digit remains.
 */
export function packageNameFrom(text: string): string {
  if (isPackageName(text)) return text;
  const words = text
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, '-')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestName)
    .replaceAll(/^-+|-+$/g, '');
  if (words === '') return fallbackName;
  return isPackageName(words) ? words : `${words}-${fallbackName}`;
}

const fallbackName = 'app';

function instead(
  other: string,
  { given, usable }: { given: string; usable: (name: string) => boolean },
): { hint?: string } {
  return other !== given && usable(other) ? { hint: suggestionFor(other, [other]) } : {};
}
