import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../server/lib/openapi/document';
import { useApi } from '../support/api';

const api = useApi();

it('describes the API in OpenAPI 3.1', async () => {
  const { status, body } = await api.get<{ openapi: string }>('/openapi.json');
  expect([status, body.openapi]).toEqual([200, '3.1.1']);
  const { valid, errors } = await new Validator().validate(body);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

it('fails the validation for an invalid document', async () => {
  const { valid } = await new Validator().validate({ ...openApiDocument(), paths: { orders: {} } });
  expect(valid).toBe(false);
});

it('contains only valid references', () => {
  const document = openApiDocument();
  const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
  const missing = pointers.filter(([, pointer = '']) => {
    let found: unknown = document;
    for (const key of pointer.split('/')) found = (found as Record<string, unknown>)?.[key];
    return found === undefined;
  });
  expect(missing).toEqual([]);
});

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly security?: readonly object[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: object };
}

it('has a unique id, a summary and the security of every operation', async () => {
  const { paths, components } = (await api.get<Document>('/openapi.json')).body;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const described = operations.filter(({ operationId }) => operationId !== undefined);
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length);
  expect(described.filter(({ summary }) => !summary)).toEqual([]);
  const hasSignIn = Object.keys(components.securitySchemes).length > 0;
  expect(described.filter(({ security }) => hasSignIn && !security)).toEqual([]);
});
