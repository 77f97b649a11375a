import type { Request, Response } from 'express';

/** Returns the memory usage in bytes. For administrators only. */
export function GET(_req: Request, res: Response): void {
  res.json({ bytes: process.memoryUsage.rss() });
}
