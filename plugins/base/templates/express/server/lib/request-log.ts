import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { log } from './log';

/** Gives every request an id, the caller's if it sent a plain one, and logs how it ended: no bodies, queries or cookies. */
export const requestLog: RequestHandler = (req, res, next) => {
  const start = performance.now();
  const given = req.get('X-Request-Id') ?? '';
  const requestId = /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
  res.set('X-Request-Id', requestId);
  const { method, path } = req;
  res.once('close', () => {
    const entry = {
      requestId,
      method,
      path,
      status: res.statusCode,
      ms: Math.round(performance.now() - start),
    };
    if (res.writableFinished) log.info(entry, 'request');
    else log.warn(entry, 'request aborted');
  });
  next();
};
