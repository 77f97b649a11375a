import { STATUS_CODES } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';

/** One thing that is wrong: `pointer` leads to it in the body (RFC 6901), `parameter` names it in the query. */
export interface ProblemDetail {
  readonly pointer?: string;
  readonly parameter?: string;
  /** Stable, for programs; where several things can be wrong with one value. */
  readonly code?: string;
  readonly detail: string;
}

interface ProblemOptions {
  /** Stable, for programs. */
  readonly code: string;
  /** For people. */
  readonly detail: string;
  readonly errors?: readonly ProblemDetail[];
  /** An address that names the kind of problem, where there is a registered one. */
  readonly type?: string;
  /** Members of the answer beside those every problem has. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** What the answer says in its header, such as `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error the caller is told of, as `application/problem+json` (RFC 9457). */
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

/** For the end of a router: whatever came this far has no answer. */
export const nothingHere: RequestHandler = () => {
  throw notFound();
};

/** Ends a route: tells OPTIONS which methods there are, and answers any other with 405. */
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

/**
 * The body as `schema` has it; keys the schema doesn't know are left out.
 * @throws HttpProblem 422 that points to everything that is wrong
 */
export function readBody<Schema extends z.ZodType>(schema: Schema, req: Request): z.output<Schema> {
  const result = schema.safeParse(req.body);
  if (result.success) return result.data;
  throw new HttpProblem(422, {
    code: 'invalid_body',
    detail: req.body === undefined ? 'A body is missing.' : 'The body is not valid.',
    errors: result.error.issues.map(({ path, message }) => ({
      pointer: path
        .map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`)
        .join(''),
      detail: message,
    })),
  });
}
