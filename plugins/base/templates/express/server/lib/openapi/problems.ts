import { STATUS_CODES } from 'node:http';
import { ref } from './describe';

/** Refusals by status, with the codes that tell them apart. Plugins may have codes of their own. */
const refusals: Readonly<Record<number, { description: string; codes?: readonly string[] }>> = {
  400: { description: 'The body is not JSON.', codes: ['malformed_request'] },
  401: { description: 'Only for signed-in users.' },
  403: { description: 'Not for this user.' },
  404: { description: 'There is no such record.', codes: ['not_found'] },
  409: {
    description: 'A value is taken already, or other records refer to this one.',
    codes: ['already_taken', 'in_use'],
  },
  413: { description: 'The body is too large.', codes: ['body_too_large'] },
  415: { description: 'The body is not declared as JSON.', codes: ['unsupported_media_type'] },
  422: {
    description: 'Something in the body or in the query is missing or wrong.',
    codes: ['invalid_body', 'invalid_query', 'related_record_missing'],
  },
};

/** Everything else, such as 503 `database_busy`. */
const other = { description: 'Any other refusal or failure.' };

const text = { type: 'string' };

/** RFC 9457, with what this API adds to it. */
export const problemSchema = {
  type: 'object',
  description: 'Why a request was refused (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: { ...text, description: 'For people.' },
    code: { ...text, description: 'For programs; stays the same.' },
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
            description: 'For programs, where a value can be wrong in several ways.',
          },
          detail: text,
        },
      },
    },
  },
};

/** `components.responses`: a refusal under the name of its status. */
export const refusalComponents = Object.fromEntries([
  ...Object.entries(refusals).map(([status, { description, codes }]) => [
    nameOf(Number(status)),
    problemResponse(description, codes),
  ]),
  ['Other', problemResponse(other.description)],
]);

/** The refusals an operation may answer with; everything not named is under `default`. */
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
