import type { RequestHandler } from 'express';
import { notFound } from './problem';

/** Nothing is at an address with a NUL in it, and not every database would take it for text. */
export const requireSoundAddress: RequestHandler = (req, _res, next) => {
  if (req.path.includes('%00')) throw notFound();
  next();
};
