import type { Request, Response } from 'express';
import { postInput, valuesOf } from '../../lib/blog/posts';
import { db } from '../../lib/db';
import { notFound, readBody } from '../../lib/problem';

type PostRequest = Request<{ id: string }>;

async function find({ params: { id } }: PostRequest) {
  const post = await db.blogPost.findUnique({ where: { id } });
  if (post === null) throw notFound('The post does not exist.');
  return post;
}

/** Returns a post or a draft with its Markdown. */
export async function GET(req: PostRequest, res: Response): Promise<void> {
  const { publishedAt, ...post } = await find(req);
  res.json({ ...post, isPublished: publishedAt !== null });
}

/** Changes a post. */
export async function PUT(req: PostRequest, res: Response): Promise<void> {
  const { id, ...previous } = await find(req);
  const data = valuesOf(readBody(postInput, req), previous);
  await db.blogPost.update({ where: { id }, data });
  res.status(204).end();
}

/** Deletes a post. */
export async function DELETE(req: PostRequest, res: Response): Promise<void> {
  const { id } = await find(req);
  await db.blogPost.deleteMany({ where: { id } });
  res.status(204).end();
}
