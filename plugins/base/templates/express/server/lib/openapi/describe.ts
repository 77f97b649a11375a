import type { z } from 'zod';
import type { ListRules } from '../page';
import type { FieldAccess, Operation, Rule } from '../records/access';
import type { Write } from '../records/guards';

/** JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The description of an entity's routes. */
export interface EntityDescription {
  /** `OrderLine` */
  readonly name: string;
  /** `OrderLines` */
  readonly plural: string;
  /** The display name: `Order lines`. */
  readonly title: string;
  readonly description?: string;
  /** The path below `/api`: `/order-lines`. */
  readonly path: string;
  readonly input: z.ZodType;
  readonly patch: z.ZodType;
  /** The parts of a query that lists accept. */
  readonly lists: ListRules<string>;
  /** The fields of a record, without `id`, `createdAt` and `updatedAt`. */
  readonly fields: Readonly<Record<string, FieldDescription>>;
  /** The target entities of relations that can be included in responses. */
  readonly relations: Readonly<Record<string, RelationDescription>>;
  readonly access: Readonly<Record<Operation, Rule>>;
  /** Operations that are not offered. */
  readonly refuse?: readonly Write[];
}

export interface FieldDescription {
  readonly schema: JsonSchema;
  readonly nullable?: boolean;
  /** The rules of the field, if it has its own. */
  readonly access?: FieldAccess;
  readonly description?: string;
}

export interface RelationDescription {
  readonly target: string;
  readonly many?: boolean;
  readonly nullable?: boolean;
}

/** A plugin's route. Its request and response bodies are defined by the plugin. */
export interface RouteDescription {
  readonly plugin: string;
  /** The path below `/api` in Express syntax. */
  readonly path: string;
  readonly methods: readonly string[];
  readonly access?: Rule;
}

/** Schemas of values in responses. */
export const value = {
  text: { type: 'string' },
  int: { type: 'integer', format: 'int32' },
  bigInt: { type: 'string', pattern: '^-?\\d+$' },
  float: { type: 'number' },
  decimal: { type: 'string', format: 'decimal' },
  boolean: { type: 'boolean' },
  email: { type: 'string', format: 'email' },
  url: { type: 'string', format: 'uri' },
  phone: { type: 'string', pattern: '^\\+[1-9]\\d{6,14}$' },
  slug: { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' },
  color: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
  date: { type: 'string', format: 'date' },
  dateTime: { type: 'string', format: 'date-time' },
  json: {},
  oneOf: (...values: readonly string[]): JsonSchema => ({ type: 'string', enum: [...values] }),
} satisfies Record<string, JsonSchema | ((...values: readonly string[]) => JsonSchema)>;

export function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
