import type { Request, Response } from 'express';
import { renderMarkdown } from '../../lib/blog/markdown';
import { published } from '../../lib/blog/posts';
import { db } from '../../lib/db';
import { notFound } from '../../lib/problem';

/** Returns a published post with its text as HTML. Drafts do not exist for visitors. */
export async function GET(req: Request<{ slug: string }>, res: Response): Promise<void> {
  const post = await db.blogPost.findFirst({ where: { slug: req.params.slug, ...published() } });
  if (post === null) throw notFound('The post does not exist.');
  const { slug, title, summary, authorName, publishedAt, body } = post;
  res.json({ slug, title, summary, authorName, publishedAt, html: renderMarkdown(body) });
}
