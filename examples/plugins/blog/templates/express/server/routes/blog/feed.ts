import type { Request, Response } from 'express';
import { Feed } from 'feed';
import { settings } from '../../generated/settings';
import { appLink } from '../../lib/app-link';
import { renderMarkdown } from '../../lib/blog/markdown';
import { newestPosts } from '../../lib/blog/posts';

/** Returns the newest posts as RSS 2.0. */
export async function GET(_req: Request, res: Response): Promise<void> {
  const posts = await newestPosts(20);
  const link = appLink('/blog');
  const feed = new Feed({
    id: link,
    link,
    title: settings.blog.title,
    description: settings.blog.title,
    copyright: '',
    feedLinks: { rss: appLink('/api/blog/feed') },
    ...(posts[0]?.publishedAt && { updated: posts[0].publishedAt }),
  });
  for (const { slug, title, summary, body, authorName, publishedAt } of posts) {
    const address = appLink(`/blog/${slug}`);
    feed.addItem({
      id: address,
      link: address,
      title,
      description: summary,
      content: renderMarkdown(body),
      date: publishedAt ?? new Date(),
      ...(authorName !== '' && { author: [{ name: authorName }] }),
    });
  }
  res.set('Cache-Control', 'public, max-age=300').type('application/rss+xml').send(feed.rss2());
}
