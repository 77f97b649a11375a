import type { RequestHandler } from 'express';
import { notFound } from './problem';

/** Answers 404 to URLs with NUL characters, because some databases reject these characters. */
export const requireSoundAddress: RequestHandler = (req, _res, next) => {
  if (req.path.includes('%00')) throw notFound();
  next();
};
