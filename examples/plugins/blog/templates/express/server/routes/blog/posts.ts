import type { Request, Response } from 'express';
import { z } from 'zod';
import { settings } from '../../generated/settings';
import { newestPosts } from '../../lib/blog/posts';

const size = settings.blog.postsPerPage;
const before = z.iso.datetime().transform((text) => new Date(text));

/** Returns a page of published posts. `before` is the time of the last post of the former page. */
export async function GET(req: Request, res: Response): Promise<void> {
  const found = await newestPosts(size + 1, before.safeParse(req.query['before']).data);
  const posts = found.slice(0, size).map(({ slug, title, summary, authorName, publishedAt }) => {
    return { slug, title, summary, authorName, publishedAt };
  });
  const next = found.length > size ? (posts.at(-1)?.publishedAt ?? null) : null;
  res.json({ posts, next });
}
