import { z } from 'zod';
import type { Endpoint } from '../route';
import type { Operation } from './described';
import { requestSchema } from './json-schema';

/** Returns the query parameters and the body of an endpoint, from its schemas. */
export function endpointOperation(
  { query, body }: Endpoint,
  { method, path }: { readonly method: string; readonly path: string },
): Operation {
  // The place in the document as a JSON pointer (RFC 6901).
  const at = `/paths/${`/api${templateOf(path)}`.replaceAll('/', '~1')}/${method.toLowerCase()}`;
  const shape = query instanceof z.ZodObject ? Object.entries<z.ZodType>(query.shape) : [];
  const parameters = shape.map(([name, schema], index) => ({
    name,
    in: 'query',
    required: !schema.safeParse(undefined).success,
    schema: requestSchema(schema, `${at}/parameters/${index}/schema`),
  }));
  const content = `${at}/requestBody/content/application~1json/schema`;
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': { schema: requestSchema(body, content) } },
      },
    }),
  };
}

/** Returns a path with parameters in the syntax of OpenAPI: `/orders/{id}`. */
export function templateOf(path: string): string {
  return path.replaceAll(/[:*]([^/]+)/g, '{$1}');
}
