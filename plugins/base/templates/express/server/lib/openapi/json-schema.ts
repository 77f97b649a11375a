import { z } from 'zod';
import type { JsonSchema } from './describe';

/**
 * Returns the JSON schema of a request, converted by zod. `pointer` is its place in the document,
 * to which references are made relative.
 */
export function requestSchema(schema: z.ZodType, pointer: string): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // JSON Schema has no bigint type. `integer` is the closest type.
      if (zodSchema instanceof z.ZodBigInt) jsonSchema.type = 'integer';
    },
  });
  const text = JSON.stringify(converted).replaceAll('"$ref":"#', `"$ref":"#${pointer}`);
  return JSON.parse(text);
}
