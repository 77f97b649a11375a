import type { RequestHandler } from 'express';
import { notFound } from './problem';

/**
 * Answers 404 to paths that cannot be decoded, and to NUL characters, because some databases reject
 * them.
 */
export const requireSoundAddress: RequestHandler = (req, _res, next) => {
  if (!isSound(req.path)) throw notFound();
  next();
};

function isSound(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}
