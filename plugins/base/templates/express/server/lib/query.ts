import type { Request } from 'express';
import { z } from 'zod';
import { HttpProblem, type ProblemDetail } from './problem';

/** Relations to include, as a Prisma argument. */
export type Include<Relation extends string> = { [Name in Relation]?: true };

/**
 * Parses a query with `schema`.
 * @throws HttpProblem 422 that names the unknown or invalid parameters
 */
export function readQuery<Schema extends z.ZodType>(
  schema: Schema,
  query: unknown,
): z.output<Schema> {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  throw invalidQuery(
    result.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((parameter) => ({ parameter, detail: 'Unknown parameter' }))
        : [{ parameter: String(issue.path[0]), detail: issue.message }],
    ),
  );
}

export function invalidQuery(errors: readonly ProblemDetail[]): HttpProblem {
  return new HttpProblem(422, {
    code: 'invalid_query',
    detail: 'The query is not valid.',
    errors,
  });
}

/** `include=customer,products` */
export function includeSchema<Relation extends string>(relations: readonly Relation[]) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(relations)))
    .transform(
      (names) => Object.fromEntries(names.map((name) => [name, true])) as Include<Relation>,
    )
    .optional();
}

/** Returns a parser for the query of a single record. Only `include` is accepted. */
export function includeReader<Relation extends string>(relations: readonly Relation[]) {
  const schema = z.strictObject({ include: includeSchema(relations) });
  return (req: Request): Include<Relation> | undefined => readQuery(schema, req.query).include;
}
