import { STATUS_CODES } from 'node:http';
import { ref } from './describe';

/** Error responses by status, with their distinct codes. Plugins may add codes. */
const refusals: Readonly<Record<number, { description: string; codes?: readonly string[] }>> = {
  400: {
    description: 'The body is not JSON, or a header is not valid.',
    codes: ['malformed_request', 'invalid_if_match', 'invalid_idempotency_key'],
  },
  401: { description: 'Sign-in is required.' },
  403: { description: 'The user lacks permission.' },
  404: { description: 'The record does not exist.', codes: ['not_found'] },
  409: {
    description: 'A unique value is already taken, or other records refer to this record.',
    codes: ['already_taken', 'in_use', 'changed_meanwhile', 'request_in_progress'],
  },
  412: {
    description: 'The record has changed since it was read.',
    codes: ['changed_since_read'],
  },
  413: { description: 'The body is too large.', codes: ['body_too_large'] },
  415: { description: 'The body is not declared as JSON.', codes: ['unsupported_media_type'] },
  422: {
    description: 'The body or the query contains missing or invalid values.',
    codes: [
      'invalid_body',
      'invalid_query',
      'related_record_missing',
      'own_ancestor',
      'tree_too_deep',
      'idempotency_key_reused',
    ],
  },
  503: { description: 'The server is busy, or cannot do this, such as send mail.' },
};

/** All other errors, such as 500 `internal_error`. */
const other = { description: 'Any other error.' };

const text = { type: 'string' };

/** RFC 9457 with the extensions of this API. */
export const problemSchema = {
  type: 'object',
  description: 'An error response (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: { ...text, description: 'Human-readable message.' },
    code: { ...text, description: 'Stable, machine-readable code.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['detail'],
        properties: {
          pointer: { ...text, description: 'A JSON pointer into the body (RFC 6901).' },
          parameter: { ...text, description: 'The name of a query parameter.' },
          code: {
            ...text,
            description: 'Machine-readable code, if a value can have several errors.',
          },
          detail: text,
        },
      },
    },
  },
};

/** `components.responses`: the error responses, named by status. */
export const refusalComponents = Object.fromEntries([
  ...Object.entries(refusals).map(([status, { description, codes }]) => [
    nameOf(Number(status)),
    problemResponse(description, codes),
  ]),
  ['Other', problemResponse(other.description)],
]);

/** Returns the error responses of an operation. Other errors are under `default`. */
export function refusalsOf(...statuses: readonly number[]): Record<string, object> {
  const named = statuses.map((status) => [status, responseRef(nameOf(status))]);
  return Object.fromEntries([...named, ['default', responseRef('Other')]]);
}

function responseRef(name: string): object {
  return { $ref: `#/components/responses/${name}` };
}

function nameOf(status: number): string {
  return (STATUS_CODES[status] ?? '').replaceAll(' ', '');
}

function problemResponse(description: string, codes?: readonly string[]): object {
  const problem = ref('Problem');
  const schema =
    codes === undefined ? problem : { ...problem, properties: { code: { enum: codes } } };
  return { description, content: { 'application/problem+json': { schema } } };
}
