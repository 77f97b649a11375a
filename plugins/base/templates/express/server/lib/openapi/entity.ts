import type { z } from 'zod';
import type { Rule } from '../records/access';
import type { Write } from '../records/guards';
import {
  type EntityDescription,
  type FieldDescription,
  type JsonSchema,
  orNull,
  ref,
  type RelationDescription,
  value,
} from './describe';
import { requestSchema } from './json-schema';
import { includeParameters, listParameters, ownFields } from './lists';
import { refusalsOf } from './problems';
import { accessTo, callers, securityOf } from './security';

/** Returns the `components.schemas` of an entity: the record, its input and its patch. */
export function entitySchemas(entity: EntityDescription): Record<string, JsonSchema> {
  const { name, input, patch, refuse = [] } = entity;
  return {
    [name]: recordSchema(entity),
    ...(!refuse.includes('create') && {
      [`${name}Input`]: bodySchema(`${name}Input`, input, entity),
    }),
    ...(!refuse.includes('update') && {
      [`${name}Patch`]: bodySchema(`${name}Patch`, patch, entity),
    }),
  };
}

/** Returns the tag of an entity's operations, with the description of its records. */
export function entityTag({ title, description }: EntityDescription): object {
  return { name: title, ...(description !== undefined && { description }) };
}

/** Returns the `paths` of an entity. */
export function entityPaths(
  entity: EntityDescription,
  entities: readonly EntityDescription[],
): Record<string, object> {
  const { name, plural, title, path, access, refuse = [] } = entity;
  const offers = (operation: Write) => !refuse.includes(operation);
  const tags = [title];
  const id = { name: 'id', in: 'path', required: true, schema: value.text };
  const [reading, creating, updating, deleting] = [
    { tags, ...accessTo(access.read) },
    { tags, ...accessTo(access.create) },
    { tags, ...accessTo(access.update) },
    { tags, ...accessTo(access.delete) },
  ];
  const writes = (['create', 'update', 'delete'] as const).filter(offers);
  const rules = writes.map((operation) => access[operation]);
  return {
    [`/api${path}`]: {
      get: {
        operationId: `list${plural}`,
        summary: `List ${title}`,
        ...reading,
        parameters: listParameters(entity, entities),
        responses: {
          200: {
            description:
              'A page of the list, or all records as CSV, with semicolons and decimal commas if ' +
              'Accept-Language prefers a language with decimal commas. Several ids in a cell are ' +
              'separated by spaces.',
            headers: { Link: nextPage, 'X-Total-Count': total },
            content: {
              ...json({ type: 'array', items: ref(name) }),
              'text/csv': { schema: value.text },
            },
          },
          ...refusalsOf(...guarded(access.read), 422),
        },
      },
      ...(offers('create') && {
        post: {
          operationId: `create${name}`,
          summary: `Create ${name}`,
          ...creating,
          parameters: [idempotencyKey],
          requestBody: { required: true, content: json(ref(`${name}Input`)) },
          responses: {
            201: {
              description: 'The new record.',
              headers: {
                Location: { description: 'The URL of the record.', schema: value.text },
                ETag: version,
              },
              content: json(ref(name)),
            },
            ...refusalsOf(400, ...guarded(access.create), 409, 413, 415, 422),
          },
        },
      }),
    },
    ...(writes.length > 0 && {
      [`/api${path}/bulk`]: {
        post: {
          operationId: `change${plural}`,
          summary: `Create, update and delete several ${title}`,
          tags,
          ...securityOf(rules.includes('public') ? 'public' : 'authenticated'),
          parameters: [idempotencyKey],
          requestBody: { required: true, content: json(bulkSchema(name, writes)) },
          responses: {
            200: { description: 'The changed records.', content: json(bulkResult(name)) },
            ...refusalsOf(400, ...guarded(...rules), 404, 409, 413, 415, 422),
          },
        },
      },
    }),
    [`/api${path}/{id}`]: {
      parameters: [id],
      get: {
        operationId: `get${name}`,
        summary: `Read ${name}`,
        ...reading,
        parameters: includeParameters(entity),
        responses: { 200: recordAnswer(name), ...refusalsOf(...guarded(access.read), 404, 422) },
      },
      ...(offers('update') && {
        patch: {
          operationId: `update${name}`,
          summary: `Update ${name}`,
          ...updating,
          parameters: [ifMatch],
          requestBody: { required: true, content: json(ref(`${name}Patch`)) },
          responses: {
            200: recordAnswer(name),
            ...refusalsOf(400, ...guarded(access.update), 404, 409, 412, 413, 415, 422),
          },
        },
      }),
      ...(offers('delete') && {
        delete: {
          operationId: `delete${name}`,
          summary: `Delete ${name}`,
          ...deleting,
          parameters: [ifMatch],
          responses: {
            204: { description: 'The record was deleted.' },
            ...refusalsOf(400, ...guarded(access.delete), 404, 409, 412),
          },
        },
      }),
    },
  };
}

const nextPage = {
  description: 'The URL of the next page as `rel="next"` (RFC 8288); absent on the last page.',
  schema: value.text,
};

const version = {
  description: 'The version of the record, for `If-Match`.',
  schema: value.text,
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  schema: value.text,
  description: 'The `ETag` of the record. The request is refused if the record has changed.',
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description:
    'A random key. A repeated request with the same key and body returns the first response for a day.',
};

/** The body of a bulk request, which runs in one transaction. */
function bulkSchema(name: string, writes: readonly Write[]): JsonSchema {
  const lists: Record<Write, JsonSchema> = {
    create: { type: 'array', items: ref(`${name}Input`) },
    update: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'changes'],
        properties: { id: value.text, changes: ref(`${name}Patch`) },
      },
    },
    delete: { type: 'array', items: value.text },
  };
  return {
    type: 'object',
    description: 'At most 1000 records in total.',
    properties: Object.fromEntries(writes.map((operation) => [operation, lists[operation]])),
  };
}

function bulkResult(name: string): JsonSchema {
  return {
    type: 'object',
    required: ['created', 'updated', 'deleted'],
    properties: {
      created: { type: 'array', items: ref(name) },
      updated: { type: 'array', items: ref(name) },
      deleted: { type: 'array', items: value.text },
    },
  };
}

const total = {
  description: 'The number of records in the whole list, if requested with `count=true`.',
  schema: { type: 'integer' },
};

function json(schema: JsonSchema): object {
  return { 'application/json': { schema } };
}

function recordAnswer(name: string): object {
  return { description: 'The record.', headers: { ETag: version }, content: json(ref(name)) };
}

function guarded(...rules: readonly Rule[]): number[] {
  return rules.every((rule) => rule === 'public') ? [] : [401, 403];
}

function recordSchema({ fields, relations }: EntityDescription): JsonSchema {
  const values = Object.entries({ ...fields, ...ownFields }).map(([name, field]) => [
    name,
    described(field.nullable ? orNull(field.schema) : field.schema, textOf(field, 'read')),
  ]);
  const names = Object.keys({ ...fields, ...ownFields });
  const limited = new Set(
    Object.keys(fields).filter((name) => !isPublic(fields[name]?.access?.read)),
  );
  const related = Object.entries(relations).map(([name, relation]) => [name, relatedTo(relation)]);
  return {
    type: 'object',
    required: ['id', ...names.filter((name) => !limited.has(name))],
    properties: { id: value.text, ...Object.fromEntries([...values, ...related]) },
  } as JsonSchema;
}

function isPublic(rule: Rule = 'public'): boolean {
  return rule === 'public';
}

/** Returns the description of a field, with the callers who may read or set its value. */
function textOf(
  { description, access }: FieldDescription,
  side: 'read' | 'write',
): string | undefined {
  const rule = access?.[side];
  const texts = [description, isPublic(rule) ? undefined : callers(rule)].filter(Boolean);
  return texts.length === 0 ? undefined : texts.join(' ');
}

function described(schema: JsonSchema, description: string | undefined): JsonSchema {
  return description === undefined ? schema : { ...schema, description };
}

function relatedTo({ target, many, nullable }: RelationDescription): JsonSchema {
  if (many) return { type: 'array', items: ref(target) };
  return nullable ? orNull(ref(target)) : ref(target);
}

/** Returns the JSON schema of a request body, with the descriptions of its fields. */
function bodySchema(name: string, schema: z.ZodType, { fields }: EntityDescription): JsonSchema {
  const body = requestSchema(schema, `/components/schemas/${name}`);
  for (const [field, property] of Object.entries(body.properties ?? {})) {
    const known = fields[field];
    const description = known && textOf(known, 'write');
    if (description !== undefined && typeof property === 'object') {
      property.description = description;
    }
  }
  return body;
}
