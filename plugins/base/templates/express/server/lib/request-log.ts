import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { log, requestContext, requestFields } from './log';

/**
 * Assigns an id to the request: the client’s id if it is safe, else a random one. Every log line
 * contains the id.
 */
export const identifyRequest: RequestHandler = (req, res, next) => {
  const given = req.get('X-Request-Id') ?? '';
  const requestId = /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
  res.set('X-Request-Id', requestId);
  const languageOf = (available: string[]) => req.acceptsLanguages(available);
  requestContext.run({ requestId, languageOf }, next);
};

/** Logs the end of each request, without body, query and cookies. */
export const requestLog: RequestHandler = (req, res, next) => {
  const start = performance.now();
  const fields = requestFields();
  const { method, path } = req;
  res.once('close', () => {
    const ms = Math.round(performance.now() - start);
    const entry = { ...fields, method, path, status: res.statusCode, ms };
    if (res.writableFinished) log.info(entry, 'request');
    else log.warn(entry, 'request aborted');
  });
  next();
};
