import {
  accessRules,
  databaseKinds,
  deleteRules,
  fieldTypes,
  relationTypes,
  type AccessRule,
  type DatabaseKind,
  type FieldType,
} from './config.ts';
import type { NameFault } from './names.ts';
import { closest, suggestionFor } from '../core/suggestion.ts';
import { packageManagers } from '../core/package-managers.ts';

/** Product names of the database kinds. */
const databaseAliases: Readonly<Record<string, DatabaseKind>> = {
  postgresql: 'relational',
  postgres: 'relational',
  mongodb: 'document',
  sqlite: 'file',
};

/** All words for a database kind. */
export const databaseWords: readonly string[] = [...databaseKinds, ...Object.keys(databaseAliases)];

/** The names of the field types in other languages and databases, in lower case. */
const typeAliases: Readonly<Record<FieldType, string>> = {
  String: 'char character email guid id nvarchar password phone slug str url uuid varchar',
  Text: 'clob html longtext markdown mediumtext richtext textarea',
  Int: 'int16 int32 integer mediumint num number serial short smallint tinyint',
  BigInt: 'bigserial int64 long uint64',
  Float: 'double float32 float64 real',
  Decimal: 'currency dec money numeric price',
  Boolean: 'bit bool checkbox flag',
  Date: 'birthday calendardate dateonly day localdate',
  DateTime: 'instant time timestamp timestamptz',
  Json: 'array dict hash jsonb list map object record',
  Enum: 'choice enumeration select',
};

/** Returns the database kind for a word; `undefined` for other words. */
export function databaseKindOf(word: string): DatabaseKind | undefined {
  if (Object.hasOwn(databaseAliases, word)) return databaseAliases[word];
  return databaseKinds.find((kind) => kind === word);
}

export function databaseFault(word: string): NameFault | undefined {
  if (databaseKindOf(word) !== undefined) return undefined;
  const meant = closest(word, databaseWords);
  return {
    code: 'CONFIG_DATABASE_UNKNOWN',
    message: `"${word}" is not a database kind.`,
    ...(meant === undefined ? {} : { hint: `Did you mean "${meant}"?` }),
  };
}

/** Returns the field type for a word: a type in another case, or its name in another language or database. */
export function fieldTypeMeant(word: string): FieldType | undefined {
  const folded = word.toLowerCase().replaceAll(/[-_]/gu, '');
  return fieldTypes.find((type) => type.toLowerCase() === folded || typeAliases[type].split(' ').includes(folded));
}

export function fieldTypeFault(word: string): NameFault | undefined {
  if (fieldTypes.some((type) => type === word)) return undefined;
  const hint = suggestionFor(fieldTypeMeant(word) ?? word, fieldTypes);
  return { code: 'CONFIG_FIELD_TYPE_UNKNOWN', message: `"${word}" is not a field type.`, hint };
}

export function relationTypeFault(word: string): NameFault | undefined {
  if (relationTypes.some((type) => type === word)) return undefined;
  const hint = suggestionFor(word, relationTypes);
  return { code: 'CONFIG_RELATION_TYPE_UNKNOWN', message: `"${word}" is not a relation type.`, hint };
}

export function packageManagerFault(word: string): NameFault | undefined {
  if (packageManagers.some((manager) => manager === word)) return undefined;
  const hint = suggestionFor(word, packageManagers);
  return { code: 'CONFIG_PACKAGE_MANAGER_UNKNOWN', message: `"${word}" is not a package manager.`, hint };
}

export function deleteRuleFault(word: string): NameFault | undefined {
  if (deleteRules.some((rule) => rule === word)) return undefined;
  const hint = suggestionFor(word, deleteRules);
  return { code: 'CONFIG_DELETE_RULE_UNKNOWN', message: `"${word}" is not a delete rule.`, hint };
}

/** Other names of the access rules, in lower case. */
const accessAliases: Readonly<Record<string, AccessRule>> = {
  administrator: 'admin',
  all: 'public',
  anyone: 'public',
  everyone: 'public',
  none: 'public',
  own: 'owner',
  private: 'authenticated',
  user: 'authenticated',
};

export function accessFault(word: string): NameFault | undefined {
  if (accessRules.some((rule) => rule === word)) return undefined;
  const folded = word.toLowerCase();
  const alias = Object.hasOwn(accessAliases, folded) ? accessAliases[folded] : undefined;
  const hint = suggestionFor(alias ?? word, accessRules);
  return { code: 'CONFIG_ACCESS_UNKNOWN', message: `"${word}" is not an access rule.`, hint };
}
