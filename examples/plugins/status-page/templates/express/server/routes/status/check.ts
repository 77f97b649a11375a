import type { Request, Response } from 'express';
import { checks, isWorking } from '../../lib/checks';
import { notFound } from '../../lib/problem';

/** Runs a single check. */
export async function GET(req: Request<{ name: string }>, res: Response): Promise<void> {
  const check = checks.get(req.params.name);
  if (check === undefined) throw notFound();
  res.json({ ok: await isWorking(check) });
}
