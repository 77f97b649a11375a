import type { Column, Operator } from '../column';
import { limits } from '../filters';
import { listColumns, sortFields } from '../page';
import { type EntityDescription, type JsonSchema, value } from './describe';

type Parameter = Readonly<Record<string, unknown>>;
type Fields = EntityDescription['fields'];

/** The fields of every entity. */
export const ownFields: Fields = {
  createdAt: { schema: value.dateTime },
  updatedAt: { schema: value.dateTime },
};

/** Returns the query parameters of an entity’s lists. */
export function listParameters(
  entity: EntityDescription,
  entities: readonly EntityDescription[],
): Parameter[] {
  const { lists, fields } = entity;
  return [
    {
      ...query('limit', { type: 'integer', minimum: 1, maximum: 200, default: 50 }),
      description: 'The number of records per page.',
    },
    {
      ...query('cursor', value.text),
      description: 'The start of the page, from the `Link` header.',
    },
    {
      ...query('sort', { type: 'string', enum: sortFields(lists), default: '-createdAt' }),
      description: 'The sort field. The prefix `-` means descending order.',
    },
    {
      ...query('count', { type: 'boolean', default: false }),
      description: 'Whether to return the number of records in `X-Total-Count`.',
    },
    ...searchParameters(entity),
    ...includeParameters(entity),
    ...Object.entries(listColumns(lists)).flatMap(([name, column]) =>
      filters(name, { column, schema: schemaOf(name, fields) }).map(
        ({ key, schema, description }) => ({
          ...query(key, schema),
          description,
        }),
      ),
    ),
    ...Object.entries(lists.related ?? {}).map(([relation, columns]) => {
      const target = entities.find(({ name }) => name === entity.relations[relation]?.target);
      const properties = Object.entries(columns).flatMap(([name, column]) =>
        filters(`${relation}.${name}`, { column, schema: schemaOf(name, target?.fields ?? {}) }),
      );
      return {
        ...query(relation, {
          type: 'object',
          properties: Object.fromEntries(properties.map(({ key, schema }) => [key, schema])),
        }),
        style: 'form',
        explode: true,
        description: `Filters by fields of the related record. Each property is a parameter.`,
      };
    }),
    ...(lists.links ?? []).map((name) => ({
      ...query(`${name}[some]`, value.text),
      description: 'Only records that are linked to the record with this id.',
    })),
  ];
}

/** Returns the parameter `include`, if the entity has relations that can be included. */
export function includeParameters({ relations }: EntityDescription): Parameter[] {
  const names = Object.keys(relations);
  if (names.length === 0) return [];
  const include = query('include', { type: 'array', items: { type: 'string', enum: names } });
  return [
    { ...include, style: 'form', explode: false, description: 'Relations to include in records.' },
  ];
}

function searchParameters({ lists: { search = [] } }: EntityDescription): Parameter[] {
  if (search.length === 0) return [];
  return [
    {
      ...query('q', { type: 'string', maxLength: limits.characters }),
      description: `Only records that contain each word, in any letter case, in one of ${search.join(', ')}. At most ${limits.words} words.`,
    },
  ];
}

function schemaOf(name: string, fields: Fields): JsonSchema {
  return { ...fields, ...ownFields }[name]?.schema ?? value.text;
}

interface Filter {
  /** `field` or `field[operator]` */
  readonly key: string;
  readonly schema: JsonSchema;
  readonly description: string;
}

interface Filtered {
  readonly column: Column;
  readonly schema: JsonSchema;
}

function filters(name: string, { column, schema }: Filtered): Filter[] {
  const { operators, isOptional } = column;
  const orEmpty = (given: JsonSchema) => (isOptional ? { anyOf: [given, { const: '' }] } : given);
  const equal = {
    key: name,
    schema: orEmpty(schema),
    description: `Only records with this value${isOptional ? '; empty for records without a value' : ''}.`,
  };
  return [
    equal,
    ...operators.map((operator) => ({
      key: `${name}[${operator}]`,
      schema: operator === 'ne' ? orEmpty(schema) : operand(operator, schema),
      description: descriptions[operator],
    })),
  ];
}

/** The schema of an operator’s value. */
function operand(operator: Operator, schema: JsonSchema): JsonSchema {
  if (operator === 'null') return value.boolean;
  return operator === 'in' || operator === 'contains' || operator === 'startsWith'
    ? { type: 'string', minLength: operator === 'in' ? 0 : 1 }
    : schema;
}

const descriptions: Readonly<Record<Operator, string>> = {
  ne: 'Only records without this value.',
  in: `Only records with one of these values, separated by commas: at most ${limits.values}.`,
  gt: 'Only records with a greater value.',
  gte: 'Only records with this or a greater value.',
  lt: 'Only records with a lesser value.',
  lte: 'Only records with this or a lesser value.',
  contains: 'Only records that contain this text, in any letter case.',
  startsWith: 'Only records that start with this text, in any letter case.',
  null: 'Only records without a value (`true`) or with a value (`false`).',
};

function query(name: string, schema: JsonSchema): Parameter {
  return { name, in: 'query', schema };
}
