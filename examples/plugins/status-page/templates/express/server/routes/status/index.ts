import type { Request, Response } from 'express';
import { checks, isWorking } from '../../lib/checks';

/** Returns the result of each check and the overall result. */
export async function GET(_req: Request, res: Response): Promise<void> {
  const results = await Promise.all(
    [...checks].map(async ([name, check]) => [name, await isWorking(check)] as const),
  );
  res.json({ ok: results.every(([, ok]) => ok), checks: Object.fromEntries(results) });
}
