import type { ErrorRequestHandler } from 'express';
import { z } from 'zod';
import { Prisma } from '../generated/prisma/client';
import { databaseProblem } from './database-problem';
import { env } from './env';
import { log } from './log';
import { HttpProblem, notFound, notReady, sendProblem } from './problem';
import type { SetupProblem } from './setup-problem';
import { uniqueFields } from './unique-fields';

/** Answers every error with a problem. Server errors are logged; their details are not sent. */
export const handleError: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent) return next(error);
  const setupProblem = databaseProblem(error);
  const problem = setupProblem ? setupResponse(setupProblem) : problemOf(error, req.method);
  if (setupProblem) logSetupProblem(setupProblem);
  else if (error instanceof HttpProblem) logRefusal(error);
  else if (problem.status >= 500) log.error({ err: error }, 'request failed');
  sendProblem(res, problem);
};

/** Only developers see the fix. */
function setupResponse({ code, line }: SetupProblem): HttpProblem {
  return env.NODE_ENV === 'development' ? new HttpProblem(503, { code, detail: line }) : notReady();
}

/** In development, the server in `server/development` prints the problem once. */
function logSetupProblem({ code, line }: SetupProblem): void {
  if (env.NODE_ENV !== 'development') log.error({ code }, line);
}

function logRefusal({ status, code, message }: HttpProblem): void {
  if (status >= 500) log.error({ code }, message);
}

/** Returns the response for an error. */
export function problemOf(error: unknown, method: string): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof Prisma.PrismaClientKnownRequestError) return databaseResponse(error, method);
  return requestProblem(error);
}

/** Returns whether a write failed because a related record does not exist. */
export function isRelatedMissing(error: unknown, method: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  if (error.code === 'P2003') return method !== 'DELETE';
  // Prisma sets `expectedRows` for missing related records, not for a missing record to update.
  return error.code === 'P2025' && 'expectedRows' in (error.meta ?? {});
}

/** Returns the response for a Prisma error code. */
function databaseResponse(
  error: Prisma.PrismaClientKnownRequestError,
  method: string,
): HttpProblem {
  if (isRelatedMissing(error, method)) return relatedMissing();
  switch (error.code) {
    case 'P2002':
      return alreadyTaken(uniqueFields(error.meta));
    case 'P2003':
    case 'P2014':
      return inUse();
    case 'P2025':
      return notFound('The record does not exist.');
    case 'P1001':
    case 'P1008':
    case 'P1017':
    case 'P2024':
    case 'P2028':
    case 'P2034':
      return new HttpProblem(503, {
        code: 'database_busy',
        detail: 'Too busy right now; try again.',
      });
    default:
      return internalError();
  }
}

/** @param fields whose values another record has */
export function alreadyTaken(fields: readonly string[]): HttpProblem {
  return new HttpProblem(409, {
    code: 'already_taken',
    detail: 'Another record already has this value. It must be unique.',
    errors: fields.map((field) => ({ pointer: `/${field}`, detail: 'Already taken' })),
  });
}

function inUse(): HttpProblem {
  return new HttpProblem(409, {
    code: 'in_use',
    detail: 'Other records refer to this record. Delete or change them first.',
  });
}

/** @param pointers to the ids of missing records in the body */
export function relatedMissing(pointers: readonly string[] = []): HttpProblem {
  return new HttpProblem(422, {
    code: 'related_record_missing',
    detail: 'A related record does not exist.',
    errors: pointers.map((pointer) => ({ pointer, detail: 'Does not exist' })),
  });
}

/** Errors of Express and the body parser, with the response status. */
const requestError = z.object({ status: z.int().min(400).max(499) });

function requestProblem(error: unknown): HttpProblem {
  const { success, data } = requestError.safeParse(error);
  if (!success) return internalError();
  const known = requestProblems[data.status];
  return new HttpProblem(
    data.status,
    known ?? { code: 'bad_request', detail: 'The request is not valid.' },
  );
}

const requestProblems: Readonly<Record<number, { code: string; detail: string }>> = {
  400: {
    code: 'malformed_request',
    detail: 'The request cannot be read. Check that the body is valid JSON.',
  },
  413: { code: 'body_too_large', detail: 'The body is too large.' },
  415: { code: 'unsupported_media_type', detail: 'The encoding of the body is not supported.' },
};

function internalError(): HttpProblem {
  return new HttpProblem(500, {
    code: 'internal_error',
    detail: 'Internal server error.',
  });
}
