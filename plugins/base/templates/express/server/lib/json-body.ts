import express, { type RequestHandler } from 'express';
import { HttpProblem } from './problem';

/**
 * Accepts JSON bodies only. HTML forms cannot send JSON to other sites, so this is part of the CSRF
 * protection.
 */
const refuseOtherTypes: RequestHandler = (req, _res, next) => {
  const hasBody = 'transfer-encoding' in req.headers || Number(req.headers['content-length']) > 0;
  if (req.body === undefined && hasBody && !req.is(['json', '+json'])) {
    throw unsupported();
  }
  next();
};

function unsupported(): HttpProblem {
  return new HttpProblem(415, {
    code: 'unsupported_media_type',
    detail: 'The body must be application/json in UTF-8.',
  });
}

const parser = (limit: string) =>
  express.json({
    limit,
    type: ['json', '+json'],
    verify: (_req, _res, _body, charset) => {
      if (charset !== 'utf-8') throw unsupported();
    },
  });

const [parse, parseMany] = [parser('100kb'), parser('2mb')];

/** Only bulk requests may have a large body. */
const parseBody: RequestHandler = (req, res, next) =>
  (req.path.endsWith('/bulk') ? parseMany : parse)(req, res, next);

export const jsonBody: RequestHandler[] = [refuseOtherTypes, parseBody];
