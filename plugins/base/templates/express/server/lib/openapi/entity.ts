import { z } from 'zod';
import {
  type Access,
  type EntityDescription,
  type JsonSchema,
  orNull,
  ref,
  type RelationDescription,
  value,
} from './describe';
import { refusalsOf } from './problems';
import { securityOf } from './security';

type Parameter = Readonly<Record<string, unknown>>;

const own = { createdAt: { schema: value.dateTime }, updatedAt: { schema: value.dateTime } };

/** `components.schemas` of an entity: a record, and what it is made and changed with. */
export function entitySchemas(entity: EntityDescription): Record<string, JsonSchema> {
  return {
    [entity.name]: recordSchema(entity),
    [`${entity.name}Input`]: bodySchema(`${entity.name}Input`, entity.input),
    [`${entity.name}Patch`]: bodySchema(`${entity.name}Patch`, entity.patch),
  };
}

/** `paths` of an entity. */
export function entityPaths(entity: EntityDescription): Record<string, object> {
  const { name, plural, title, path, access } = entity;
  const tags = [title];
  const id = { name: 'id', in: 'path', required: true, schema: value.text };
  const reading = { tags, ...securityOf(access.read) };
  const writing = { tags, ...securityOf(access.write) };
  return {
    [`/api${path}`]: {
      get: {
        operationId: `list${plural}`,
        ...reading,
        parameters: listParameters(entity),
        responses: {
          200: {
            description: 'A page of the list.',
            headers: { Link: nextPage },
            content: json({ type: 'array', items: ref(name) }),
          },
          ...refusalsOf(...guarded(access.read), 422),
        },
      },
      post: {
        operationId: `create${name}`,
        ...writing,
        requestBody: { required: true, content: json(ref(`${name}Input`)) },
        responses: {
          201: {
            description: 'The new record.',
            headers: { Location: { description: 'Its address.', schema: value.text } },
            content: json(ref(name)),
          },
          ...refusalsOf(400, ...guarded(access.write), 409, 413, 415, 422),
        },
      },
    },
    [`/api${path}/{id}`]: {
      parameters: [id],
      get: {
        operationId: `get${name}`,
        ...reading,
        parameters: includeParameters(entity),
        responses: { 200: recordAnswer(name), ...refusalsOf(...guarded(access.read), 404, 422) },
      },
      patch: {
        operationId: `update${name}`,
        ...writing,
        requestBody: { required: true, content: json(ref(`${name}Patch`)) },
        responses: {
          200: recordAnswer(name),
          ...refusalsOf(400, ...guarded(access.write), 404, 409, 413, 415, 422),
        },
      },
      delete: {
        operationId: `delete${name}`,
        ...writing,
        responses: {
          204: { description: 'It is gone.' },
          ...refusalsOf(...guarded(access.write), 404, 409),
        },
      },
    },
  };
}

const nextPage = {
  description: 'The address of the next page, as `rel="next"` (RFC 8288); absent on the last one.',
  schema: value.text,
};

function json(schema: JsonSchema): object {
  return { 'application/json': { schema } };
}

function recordAnswer(name: string): object {
  return { description: 'The record.', content: json(ref(name)) };
}

function guarded(access: Access): number[] {
  return access === 'public' ? [] : [401, 403];
}

function recordSchema({ fields, relations }: EntityDescription): JsonSchema {
  const values = Object.entries({ ...fields, ...own }).map(([name, field]) => [
    name,
    'nullable' in field && field.nullable ? orNull(field.schema) : field.schema,
  ]);
  const related = Object.entries(relations).map(([name, relation]) => [name, relatedTo(relation)]);
  return {
    type: 'object',
    required: ['id', ...values.map(([name]) => name)],
    properties: { id: value.text, ...Object.fromEntries([...values, ...related]) },
  } as JsonSchema;
}

function relatedTo({ target, many, nullable }: RelationDescription): JsonSchema {
  if (many) return { type: 'array', items: ref(target) };
  return nullable ? orNull(ref(target)) : ref(target);
}

/** What the API takes, as zod describes it; references within it count from the document's root. */
function bodySchema(name: string, schema: z.ZodType): JsonSchema {
  const { $schema: _, ...body } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // JSON has no type for it: a whole number is what comes nearest.
      if (zodSchema instanceof z.ZodBigInt) jsonSchema.type = 'integer';
    },
  });
  const text = JSON.stringify(body).replaceAll('"$ref":"#', `"$ref":"#/components/schemas/${name}`);
  return JSON.parse(text);
}

function listParameters(entity: EntityDescription): Parameter[] {
  const fields = Object.entries({ ...entity.fields, ...own }).map(([name, field]) => ({
    lists: undefined,
    nullable: false,
    ...field,
    name,
  }));
  const sortable = fields.filter(({ lists }) => lists === undefined).map(({ name }) => name);
  return [
    {
      ...query('limit', { type: 'integer', minimum: 1, maximum: 200, default: 50 }),
      description: 'How many records a page holds.',
    },
    { ...query('cursor', value.text), description: 'Where a page begins; from `Link`.' },
    {
      ...query('sort', {
        type: 'string',
        enum: sortable.flatMap((name) => [name, `-${name}`]),
        default: '-createdAt',
      }),
      description: 'The field to sort by; with `-` before it, in descending order.',
    },
    ...includeParameters(entity),
    ...fields
      .filter(({ lists }) => lists !== 'nothing')
      .map(({ name, schema, nullable }) => ({
        ...query(name, nullable ? { anyOf: [schema, { const: '' }] } : schema),
        description: `Only records with this value${nullable ? '; empty for those without one' : ''}.`,
      })),
  ];
}

function includeParameters({ relations }: EntityDescription): Parameter[] {
  const names = Object.keys(relations);
  if (names.length === 0) return [];
  const include = query('include', { type: 'array', items: { type: 'string', enum: names } });
  return [
    { ...include, style: 'form', explode: false, description: 'Relations to read with a record.' },
  ];
}

function query(name: string, schema: JsonSchema): Parameter {
  return { name, in: 'query', schema };
}
