import type { Provider } from './database-url.ts';
import type { RenamePlan } from './rename-statements.ts';
import type { SchemaColumn } from './schema-models.ts';

/** A column that would be dropped and one of the same type that would be added to the same table. */
export interface LikelyRename {
  readonly table: string;
  readonly from: string;
  readonly to: string;
}

/** Returns all likely renames by table. A column can be in several. */
export function likelyRenames({ provider, models, tables }: RenamePlan): readonly LikelyRename[] {
  return models.flatMap(({ table, columns }) => {
    const there = tables.get(table) ?? [];
    const dropped = there.filter(({ name }) => columns.every((column) => column.name !== name));
    const added = columns.filter(({ name }) => there.every((column) => column.name !== name));
    return dropped.flatMap(({ name: from, type }) =>
      added.filter((column) => typeOf(column, provider) === type).map(({ name: to }) => ({ table, from, to })),
    );
  });
}

const types: Readonly<Record<Provider, Readonly<Record<string, string>>>> = {
  sqlite: {
    String: 'text',
    Int: 'integer',
    BigInt: 'bigint',
    Float: 'real',
    Decimal: 'decimal',
    Boolean: 'boolean',
    DateTime: 'datetime',
    Json: 'jsonb',
    Bytes: 'blob',
  },
  postgresql: {
    String: 'text',
    Int: 'int4',
    BigInt: 'int8',
    Float: 'float8',
    Decimal: 'numeric',
    Boolean: 'bool',
    DateTime: 'timestamp',
    Json: 'jsonb',
    Bytes: 'bytea',
  },
};

/** Returns the column type that the engine creates; `undefined` for `@db.` types, which never cause a rename prompt. */
function typeOf({ type, isEnum, isList, isNative }: SchemaColumn, provider: Provider): string | undefined {
  if (isNative) return undefined;
  const plain = isEnum ? (provider === 'sqlite' ? 'text' : type) : types[provider][type];
  return isList && plain !== undefined ? `_${plain}` : plain;
}
