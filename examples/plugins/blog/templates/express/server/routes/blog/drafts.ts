import type { Request, Response } from 'express';
import { getUser } from '../../generated/auth';
import { postInput, valuesOf } from '../../lib/blog/posts';
import { db } from '../../lib/db';
import { readBody } from '../../lib/problem';

/** Returns the posts and drafts that were changed last. */
export async function GET(_req: Request, res: Response): Promise<void> {
  const posts = await db.blogPost.findMany({
    orderBy: { updatedAt: 'desc' },
    take: 200,
    select: { id: true, slug: true, title: true, publishedAt: true, updatedAt: true },
  });
  res.json(posts);
}

/** Adds a post. */
export async function POST(req: Request, res: Response): Promise<void> {
  const values = valuesOf(readBody(postInput, req));
  const authorId = (await getUser(req))?.id ?? null;
  const { id } = await db.blogPost.create({ data: { ...values, authorId } });
  res.status(201).json({ id });
}
