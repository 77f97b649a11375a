import express, { type RequestHandler } from 'express';
import { HttpProblem } from './problem';

/** Bodies are JSON. A form can't send that across sites, which makes this a part of the defence against CSRF. */
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
    detail: 'The body has to be application/json in UTF-8.',
  });
}

export const jsonBody: RequestHandler[] = [
  refuseOtherTypes,
  express.json({
    limit: '100kb',
    type: ['json', '+json'],
    verify: (_req, _res, _body, charset) => {
      if (charset !== 'utf-8') throw unsupported();
    },
  }),
];
