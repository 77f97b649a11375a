import type { Request, Response } from 'express';

/** For administrators: bytes of memory in use. */
export function GET(_req: Request, res: Response): void {
  res.json({ bytes: process.memoryUsage.rss() });
}
