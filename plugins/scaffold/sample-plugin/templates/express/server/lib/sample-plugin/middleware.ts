import type { RequestHandler } from 'express';

/** Adds the time that each request took to the log of the server. */
export const middleware: RequestHandler = (req, res, next) => {
  const began = performance.now();
  res.on('finish', () => {
    console.info(
      req.method,
      req.originalUrl,
      res.statusCode,
      Math.round(performance.now() - began),
    );
  });
  next();
};
