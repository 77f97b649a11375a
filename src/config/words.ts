import { databaseKinds, fieldTypes, relationTypes, type DatabaseKind, type FieldType } from './config.ts';
import type { NameFault } from './names.ts';
import { closest, suggestionFor } from './suggestion.ts';

/** Other names people know the database kinds by. */
const databaseAliases: Readonly<Record<string, DatabaseKind>> = {
  postgresql: 'relational',
  postgres: 'relational',
  mongodb: 'document',
  sqlite: 'file',
};

/** Types and relations that are understood but not generated yet. */
const laterFieldTypes = ['BigInt', 'Json', 'Enum', 'Bytes'];
const laterRelationTypes = ['one-to-many', 'one-to-one'];

/** What other languages and databases call the field types, in lower case. */
const typeAliases: Readonly<Record<string, FieldType>> = {
  bool: 'Boolean',
  char: 'String',
  date: 'DateTime',
  double: 'Float',
  integer: 'Int',
  longtext: 'Text',
  money: 'Decimal',
  number: 'Int',
  numeric: 'Decimal',
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
  if (laterFieldTypes.some((type) => type.toLowerCase() === folded)) {
    return { code: 'CONFIG_TYPE_UNSUPPORTED', message: `The type "${word}" is not available in this version.` };
  }
  const alias = Object.hasOwn(typeAliases, folded) ? typeAliases[folded] : undefined;
  const hint = suggestionFor(alias ?? word, fieldTypes);
  return { code: 'CONFIG_FIELD_TYPE_UNKNOWN', message: `"${word}" is no field type.`, hint };
}

export function relationTypeFault(word: string): NameFault | undefined {
  if (relationTypes.some((type) => type === word)) return undefined;
  if (laterRelationTypes.includes(word)) {
    return {
      code: 'CONFIG_RELATION_TYPE_UNSUPPORTED',
      message: `The relation type "${word}" is not available in this version.`,
    };
  }
  const hint = suggestionFor(word, relationTypes);
  return { code: 'CONFIG_RELATION_TYPE_UNKNOWN', message: `"${word}" is no relation type.`, hint };
}
