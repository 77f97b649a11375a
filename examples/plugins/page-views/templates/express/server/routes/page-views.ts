import type { Request, Response } from 'express';
import { z } from 'zod';
import { db } from '../lib/db';
import { readBody } from '../lib/problem';

const view = z.object({ path: z.string().regex(/^\/[\w/-]{0,200}$/) });

/** Returns the pages with the most views. */
export async function GET(_req: Request, res: Response): Promise<void> {
  const pages = await db.pageView.findMany({ orderBy: { count: 'desc' }, take: 50 });
  res.json(pages.map(({ path, count }) => ({ path, count })));
}

/** Counts a page view. */
export async function POST(req: Request, res: Response): Promise<void> {
  const { path } = readBody(view, req);
  await db.pageView.upsert({
    where: { path },
    create: { path, count: 1 },
    update: { count: { increment: 1 } },
  });
  res.status(204).end();
}
