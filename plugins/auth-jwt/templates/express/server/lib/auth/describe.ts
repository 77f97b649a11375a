import { z } from 'zod';
import { refusalsOf } from '../openapi/problems';
import { roles } from './roles';

export const userShape = z
  .object({ id: z.string(), email: z.email(), name: z.string().nullable(), role: z.enum(roles) })
  .meta({ description: 'The current user.' });

export const tokensShape = z.object({
  accessToken: z.string().optional(),
  refreshToken: z.string().optional(),
});

/** The response to a sign-in: the user and tokens, or the challenge for a second factor. */
export const signedInShape = z.union([
  tokensShape.extend({ user: userShape }),
  z.object({ secondFactor: z.array(z.string()), challenge: z.string() }),
]);

export const recoveryCodesShape = z.object({ recoveryCodes: z.array(z.string()) });

const delivery = {
  name: 'X-Token-Delivery',
  in: 'header',
  description: 'Requests tokens in cookies only, so that the body contains no tokens.',
  schema: { const: 'cookie' },
};

interface Description {
  readonly body?: z.ZodType;
  /** The response statuses with their descriptions. */
  readonly answers: Readonly<Record<number, string>>;
  /** The schema of the response body. */
  readonly shape?: z.ZodType;
  readonly refusals?: readonly number[];
  /** Whether the response contains tokens. */
  readonly givesTokens?: boolean;
  readonly parameters?: readonly object[];
}

/** Returns the OpenAPI operation of a route. */
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
