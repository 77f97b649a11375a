import { STATUS_CODES } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';

/**
 * A single error: `pointer` locates it in the body (RFC 6901), `parameter` names the query
 * parameter.
 */
export interface ProblemDetail {
  readonly pointer?: string;
  readonly parameter?: string;
  /** Stable, machine-readable code, if a value can have several errors. */
  readonly code?: string;
  readonly detail: string;
}

interface ProblemOptions {
  /** Stable, machine-readable code. */
  readonly code: string;
  /** Human-readable message. */
  readonly detail: string;
  readonly errors?: readonly ProblemDetail[];
  /** The URI of a registered problem type, if any. */
  readonly type?: string;
  /** Additional members of the response body. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Additional response headers, such as `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that the client receives as `application/problem+json` (RFC 9457). */
export class HttpProblem extends Error {
  override readonly name: string = 'HttpProblem';
  readonly status: number;
  readonly code: string;
  readonly options: ProblemOptions;

  constructor(status: number, options: ProblemOptions) {
    super(options.detail);
    this.status = status;
    this.code = options.code;
    this.options = options;
  }
}

export function sendProblem(res: Response, { status, code, message, options }: HttpProblem): void {
  const { type = 'about:blank', errors, extensions, headers = {} } = options;
  res
    .status(status)
    .set({ ...headers, 'Cache-Control': 'no-store' })
    .type('application/problem+json')
    .json({
      type,
      title: STATUS_CODES[status],
      status,
      detail: message,
      code,
      errors,
      ...extensions,
    });
}

export function notFound(detail = 'There is nothing at this address.'): HttpProblem {
  return new HttpProblem(404, { code: 'not_found', detail });
}

export function notReady(): HttpProblem {
  const detail = 'Not able to take requests right now.';
  return new HttpProblem(503, { code: 'not_ready', detail });
}

/** Answers requests that no route of the router has handled. */
export const nothingHere: RequestHandler = () => {
  throw notFound();
};

/** Ends a route: OPTIONS returns the allowed methods, other methods return 405. */
export function allowOnly(...methods: readonly string[]) {
  const allowed = [...new Set([...methods, 'OPTIONS'])].join(', ');
  return (req: Request, res: Response): void => {
    res.set('Allow', allowed);
    if (req.method !== 'OPTIONS') {
      throw new HttpProblem(405, {
        code: 'method_not_allowed',
        detail: `${req.method} is not allowed here, only ${allowed}.`,
      });
    }
    res.status(204).end();
  };
}

/** The maximum number of errors in a response. */
const mostErrors = 100;

/**
 * Parses the body with `schema`. Unknown keys are removed, or refused by a strict schema.
 * @throws HttpProblem 422 with a pointer to every error, up to a limit
 */
export function readBody<Schema extends z.ZodType>(schema: Schema, req: Request): z.output<Schema> {
  const result = schema.safeParse(req.body);
  if (result.success) return result.data;
  const detail = req.body === undefined ? 'A body is missing.' : 'The body is not valid.';
  throw invalidBody(detailsOf(result.error), detail);
}

/** A 422 response with a pointer to every error, up to a limit. */
export function invalidBody(
  errors: readonly ProblemDetail[],
  detail = 'The body is not valid.',
): HttpProblem {
  return new HttpProblem(422, {
    code: 'invalid_body',
    detail,
    errors: errors.slice(0, mostErrors),
  });
}

/** Returns one error for each issue in a part of the body, and one for each unknown key. */
export function detailsOf(
  error: z.ZodError,
  part: readonly PropertyKey[] = [],
): readonly ProblemDetail[] {
  return error.issues.flatMap((issue) => {
    const path = [...part, ...issue.path];
    if (issue.code !== 'unrecognized_keys') {
      return [{ pointer: pointerTo(path), detail: issue.message }];
    }
    return issue.keys.map((key) => ({
      pointer: pointerTo([...path, key]),
      detail: 'This field does not exist or cannot be changed.',
    }));
  });
}

/** Returns the JSON pointer (RFC 6901) of a path. */
function pointerTo(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
