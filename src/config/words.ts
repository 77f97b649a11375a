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
import { closest, suggestionFor } from './suggestion.ts';

/** Other names people know the database kinds by. */
const databaseAliases: Readonly<Record<string, DatabaseKind>> = {
  postgresql: 'relational',
  postgres: 'relational',
  mongodb: 'document',
  sqlite: 'file',
};

/** What other languages and databases call the field types, in lower case. */
const typeAliases: Readonly<Record<string, FieldType>> = {
  bool: 'Boolean',
  bigserial: 'BigInt',
  char: 'String',
  choice: 'Enum',
  date: 'DateTime',
  double: 'Float',
  enumeration: 'Enum',
  int64: 'BigInt',
  integer: 'Int',
  jsonb: 'Json',
  long: 'BigInt',
  longtext: 'Text',
  money: 'Decimal',
  number: 'Int',
  numeric: 'Decimal',
  object: 'Json',
  real: 'Float',
  timestamp: 'DateTime',
  uuid: 'String',
  varchar: 'String',
};

/** The kind a word of the user means, if it is one. */
export function databaseKindOf(word: string): DatabaseKind | undefined {
  if (Object.hasOwn(databaseAliases, word)) return databaseAliases[word];
  return databaseKinds.find((kind) => kind === word);
}

export function databaseFault(word: string): NameFault | undefined {
  if (databaseKindOf(word) !== undefined) return undefined;
  const known = [...databaseKinds, ...Object.keys(databaseAliases)];
  const meant = closest(word, known);
  return {
    code: 'CONFIG_DATABASE_UNKNOWN',
    message: `"${word}" is no database kind.`,
    ...(meant === undefined ? {} : { hint: `Did you mean "${meant}"?` }),
  };
}

export function fieldTypeFault(word: string): NameFault | undefined {
  if (fieldTypes.some((type) => type === word)) return undefined;
  const folded = word.toLowerCase();
  const alias = Object.hasOwn(typeAliases, folded) ? typeAliases[folded] : undefined;
  const hint = suggestionFor(alias ?? word, fieldTypes);
  return { code: 'CONFIG_FIELD_TYPE_UNKNOWN', message: `"${word}" is no field type.`, hint };
}

export function relationTypeFault(word: string): NameFault | undefined {
  if (relationTypes.some((type) => type === word)) return undefined;
  const hint = suggestionFor(word, relationTypes);
  return { code: 'CONFIG_RELATION_TYPE_UNKNOWN', message: `"${word}" is no relation type.`, hint };
}

export function deleteRuleFault(word: string): NameFault | undefined {
  if (deleteRules.some((rule) => rule === word)) return undefined;
  const hint = suggestionFor(word, deleteRules);
  return { code: 'CONFIG_DELETE_RULE_UNKNOWN', message: `"${word}" is no rule of deletion.`, hint };
}

/** What people also call the rules of access, in lower case. */
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
  return { code: 'CONFIG_ACCESS_UNKNOWN', message: `"${word}" is no rule of access.`, hint };
}
