import type { Request, Response } from 'express';
import { renderMarkdown } from '../../lib/blog/markdown';
import { postInput } from '../../lib/blog/posts';
import { readBody } from '../../lib/problem';

/** Renders Markdown as visitors will see it. */
export function POST(req: Request, res: Response): void {
  const { body } = readBody(postInput.pick({ body: true }), req);
  res.json({ html: renderMarkdown(body) });
}
