import type { z } from 'zod';

/** JSON Schema 2020-12, which OpenAPI 3.1 describes values in. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Who may call: everybody, who is signed in, whom a record belongs to, administrators. */
export type Access = 'public' | 'authenticated' | 'owner' | 'admin';

/** What there is to say of an entity's routes. */
export interface EntityDescription {
  /** `OrderLine` */
  readonly name: string;
  /** `OrderLines` */
  readonly plural: string;
  /** `Order lines`, for people. */
  readonly title: string;
  /** Below `/api`: `/order-lines`. */
  readonly path: string;
  readonly input: z.ZodType;
  readonly patch: z.ZodType;
  /** What a record holds beside `id`, `createdAt` and `updatedAt`. */
  readonly fields: Readonly<Record<string, FieldDescription>>;
  /** The entity each relation leads to, for those that can be read with a record. */
  readonly relations: Readonly<Record<string, RelationDescription>>;
  readonly access: { readonly read: Access; readonly write: Access };
}

export interface FieldDescription {
  readonly schema: JsonSchema;
  readonly nullable?: boolean;
  /** What lists can do with it: both if absent. */
  readonly lists?: 'filter' | 'nothing';
}

export interface RelationDescription {
  readonly target: string;
  readonly many?: boolean;
  readonly nullable?: boolean;
}

/** A route of a plugin; what goes in and comes out is its own affair. */
export interface RouteDescription {
  readonly plugin: string;
  /** Below `/api`, as Express has it. */
  readonly path: string;
  readonly methods: readonly string[];
  readonly access?: Access;
}

/** Values as answers hold them. */
export const value = {
  text: { type: 'string' },
  int: { type: 'integer', format: 'int32' },
  bigInt: { type: 'string', pattern: '^-?\\d+$' },
  float: { type: 'number' },
  decimal: { type: 'string', format: 'decimal' },
  boolean: { type: 'boolean' },
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
