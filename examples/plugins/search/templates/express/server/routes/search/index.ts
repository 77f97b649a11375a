import type { Request, Response } from 'express';
import { db } from '../../lib/db';
import { rebuild } from '../../lib/search/rebuild';
import { trackJob } from '../../lib/shutdown';

let running: Promise<void> | undefined;

async function answer(res: Response): Promise<void> {
  res.json({ entries: await db.searchEntry.count() });
}

/** Returns the number of records in the index. */
export async function GET(_req: Request, res: Response): Promise<void> {
  await answer(res);
}

/** Rebuilds the index. A second request waits for the same work. */
export async function POST(_req: Request, res: Response): Promise<void> {
  running ??= rebuild().finally(() => (running = undefined));
  trackJob(running);
  await running;
  await answer(res);
}
