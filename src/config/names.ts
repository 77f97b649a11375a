import { camelCase, constantCase, kebabCase, pascalCase } from 'change-case';
import validatePackageName from 'validate-npm-package-name';
import { suggestionFor } from '../core/suggestion.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { isObjectMember, isQueryParameter, isReservedEntityName, reservedFieldReason } from './reserved.ts';

/** Name of the bundled plugin that provides authentication and the user model. */
export const authPlugin = 'auth-jwt';

/** An error in a name, without its path. */
export type NameFault = Omit<SchemaFault, 'path'>;

/** The maximum length of all declared names, on every database kind. PostgreSQL truncates longer names. */
export const longestName = 63;

/** Checks an entity's name: PascalCase, at most 63 letters and digits, not reserved for a model, type or file. */
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

/**
 * Checks a field's or relation's name: camelCase, at most 63 letters and digits, not reserved for a column or property.
 */
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

/** Checks the former name of a field or relation. Earlier versions reserved fewer parameters of lists. */
export function formerNameFault(name: string): NameFault | undefined {
  return isQueryParameter(name) ? undefined : fieldNameFault(name);
}

/** Checks an `Enum` value: valid in Prisma, and not a member of JavaScript objects. */
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

/** Checks an entity's `route`: one segment in kebab case. */
export function routeFault(route: string): NameFault | undefined {
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(route) && route.length <= longestName) return undefined;
  const hint = instead(kebabCase(route.slice(0, 100)), {
    given: route,
    usable: (other) => routeFault(other) === undefined,
  });
  return { code: 'CONFIG_ROUTE_INVALID', message: `"${route}" can't be a route.`, ...hint };
}

/** Checks the project's name: valid for a new npm package. */
export function projectNameFault(name: string): NameFault | undefined {
  if (isPackageName(name)) return undefined;
  return {
    code: 'CONFIG_NAME_INVALID',
    message: `"${name}" can't be the name of a package.`,
    hint: `For example: "${packageNameFrom(name)}".`,
  };
}

/** Checks a plugin's name: valid for a new npm package, with or without a scope. */
export function pluginNameFault(name: string): NameFault | undefined {
  if (isPackageName(name)) return undefined;
  return { code: 'CONFIG_PLUGIN_NAME_INVALID', message: `"${name}" can't be the name of a plugin.` };
}

/** Returns whether npm accepts the name for a new package. */
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
    .replaceAll('ß', 'ss')
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
