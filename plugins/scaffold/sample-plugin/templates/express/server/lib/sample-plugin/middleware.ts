import type { RequestHandler } from 'express';
import { log } from '../log';

/** Adds the time that each request took to the log of the server. */
export const middleware: RequestHandler = (req, res, next) => {
  const { method, path } = req;
  const began = performance.now();
  res.on('finish', () => {
    log.info({ method, path, ms: Math.round(performance.now() - began) }, 'finished');
  });
  next();
};
