/** PostgreSQL's names of a type. */
interface TypeNames {
  /** In `format_type`, without parameters. */
  readonly formatted: string;
  /** In `pg_type`. */
  readonly catalogue: string;
}

const names: Readonly<Record<string, TypeNames>> = {
  TEXT: { formatted: 'text', catalogue: 'text' },
  VARCHAR: { formatted: 'character varying', catalogue: 'varchar' },
  CHAR: { formatted: 'character', catalogue: 'bpchar' },
  INTEGER: { formatted: 'integer', catalogue: 'int4' },
  SERIAL: { formatted: 'integer', catalogue: 'int4' },
  SMALLINT: { formatted: 'smallint', catalogue: 'int2' },
  SMALLSERIAL: { formatted: 'smallint', catalogue: 'int2' },
  BIGINT: { formatted: 'bigint', catalogue: 'int8' },
  BIGSERIAL: { formatted: 'bigint', catalogue: 'int8' },
  OID: { formatted: 'oid', catalogue: 'oid' },
  'DOUBLE PRECISION': { formatted: 'double precision', catalogue: 'float8' },
  REAL: { formatted: 'real', catalogue: 'float4' },
  DECIMAL: { formatted: 'numeric', catalogue: 'numeric' },
  MONEY: { formatted: 'money', catalogue: 'money' },
  BOOLEAN: { formatted: 'boolean', catalogue: 'bool' },
  TIMESTAMP: { formatted: 'timestamp without time zone', catalogue: 'timestamp' },
  TIMESTAMPTZ: { formatted: 'timestamp with time zone', catalogue: 'timestamptz' },
  DATE: { formatted: 'date', catalogue: 'date' },
  TIME: { formatted: 'time without time zone', catalogue: 'time' },
  TIMETZ: { formatted: 'time with time zone', catalogue: 'timetz' },
  JSON: { formatted: 'json', catalogue: 'json' },
  JSONB: { formatted: 'jsonb', catalogue: 'jsonb' },
  BYTEA: { formatted: 'bytea', catalogue: 'bytea' },
  UUID: { formatted: 'uuid', catalogue: 'uuid' },
  XML: { formatted: 'xml', catalogue: 'xml' },
  INET: { formatted: 'inet', catalogue: 'inet' },
  BIT: { formatted: 'bit', catalogue: 'bit' },
  VARBIT: { formatted: 'bit varying', catalogue: 'varbit' },
};

/**
 * Returns the fields of the engine's column query for a type in the engine's spelling, for example `VARCHAR(10)`,
 * `TEXT[]` or `"Status"`. Empty for types of extensions.
 *
 * @param schema the schema of enums
 */
export function typeFields(type: string, schema: string): Readonly<Record<string, string | number | null>> {
  const [, text = '', parameters = '', list = ''] = /^(.*?)(?:\(([\d, ]+)\))?(\[\])?$/.exec(type) ?? [];
  const isEnum = text.startsWith('"');
  const name = isEnum
    ? text
        .slice(text.lastIndexOf('."') + 1)
        .slice(1, -1)
        .replaceAll('""', '"')
    : text;
  const known = isEnum ? { formatted: text, catalogue: name } : Object.hasOwn(names, text) ? names[text] : undefined;
  if (known === undefined) return {};
  const [first = null, second = null] = parameters === '' ? [] : parameters.split(',').map(Number);
  const { formatted, catalogue } = known;
  const isTime = timeName.test(formatted);
  const isLong = ['varchar', 'bpchar', 'bit', 'varbit'].includes(catalogue);
  const isList = list !== '';
  return {
    formatted_type: `${parameters === '' ? formatted : withParameters(formatted, parameters)}${list}`,
    data_type: isList ? 'ARRAY' : isEnum ? 'USER-DEFINED' : formatted,
    type_schema_name: isEnum ? schema : 'pg_catalog',
    full_data_type: isList ? `_${catalogue}` : catalogue,
    numeric_precision: catalogue === 'numeric' && !isList ? first : null,
    numeric_scale: catalogue === 'numeric' && !isList ? second : null,
    numeric_precision_radix: catalogue === 'numeric' && !isList ? 10 : null,
    datetime_precision: isTime && !isList ? first : null,
    character_maximum_length: isLong && !isList ? first : null,
  };
}

const timeName = /^time(?:stamp)?/;

/** PostgreSQL writes the precision of a time before its zone: `timestamp(3) without time zone`. */
function withParameters(formatted: string, parameters: string): string {
  const text = `(${parameters})`;
  return timeName.test(formatted) ? formatted.replace(timeName, `$&${text}`) : `${formatted}${text}`;
}
