import type { Request, Response } from 'express';
import { checks, isWorking } from '../../lib/checks';

/** Every check, and whether all of them are fine. */
export async function GET(_req: Request, res: Response): Promise<void> {
  const results = await Promise.all(
    [...checks].map(async ([name, check]) => [name, await isWorking(check)] as const),
  );
  res.json({ ok: results.every(([, ok]) => ok), checks: Object.fromEntries(results) });
}
