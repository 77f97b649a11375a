import { z } from 'zod';
import { refusalsOf } from '../openapi/problems';
import { roles } from './roles';

export const userShape = z
  .object({ id: z.string(), email: z.email(), name: z.string().nullable(), role: z.enum(roles) })
  .meta({ description: 'Who is signed in.' });

export const tokensShape = z.object({
  accessToken: z.string().optional(),
  refreshToken: z.string().optional(),
});

const delivery = {
  name: 'X-Token-Delivery',
  in: 'header',
  description: 'Says that cookies are enough: then no token is in the body.',
  schema: { const: 'cookie' },
};

interface Description {
  readonly body?: z.ZodType;
  /** The statuses and what they mean. */
  readonly answers: Readonly<Record<number, string>>;
  /** What the answer holds. */
  readonly shape?: z.ZodType;
  readonly refusals?: readonly number[];
  /** Whether tokens are given. */
  readonly givesTokens?: boolean;
  readonly parameters?: readonly object[];
}

/** An operation as OpenAPI has it. */
export function describe(
  summary: string,
  { body, answers, shape, refusals = [], givesTokens = false, parameters = [] }: Description,
) {
  const content = shape === undefined ? {} : { content: json(shape, 'output') };
  const responses = Object.entries(answers).map(([status, description]) => [
    status,
    { description, ...content },
  ]);
  return {
    summary,
    parameters: givesTokens ? [...parameters, delivery] : parameters,
    ...(body === undefined ? {} : { requestBody: { content: json(body, 'input') } }),
    responses: { ...Object.fromEntries(responses), ...refusalsOf(...refusals) },
  };
}

function json(shape: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  return { 'application/json': { schema } };
}
