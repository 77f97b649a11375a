import type { Request, Response } from 'express';
import { beforeEach, expect, test } from 'vitest';
import { settings } from '../../server/generated/settings';
import { db } from '../../server/lib/db';
import { DELETE, GET, PUT } from '../../server/routes/blog/draft';
import { POST } from '../../server/routes/blog/drafts';
import { useApi } from '../support/api';

const api = useApi();

beforeEach(async () => {
  await db.blogPost.deleteMany();
});

const day = (count: number) => new Date(Date.UTC(2026, 0, count));
const add = (slug: string, publishedAt: Date | null, more = {}) =>
  db.blogPost.create({
    data: {
      slug,
      publishedAt,
      title: `The post ${slug}`,
      summary: 'Short',
      body: 'Long *text*',
      authorName: 'Ann',
      ...more,
    },
  });

interface Posts {
  readonly posts: readonly { slug: string }[];
  readonly next: string | null;
}

test('shows published posts only', async () => {
  await add('draft', null);
  await add('tomorrow', new Date(Date.now() + 86_400_000));
  await add('one', day(1));
  const { body } = await api.get<Posts>('/api/blog/posts');
  expect(body.posts.map(({ slug }) => slug)).toEqual(['one']);
  const statuses = ['one', 'draft', 'tomorrow', '%2e%2e'].map(
    async (slug) => (await api.get(`/api/blog/posts/${slug}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404]);
  const feed = (await api.download('/api/blog/feed', {})).body;
  expect(feed).toContain('The post one');
  expect(feed).not.toMatch(/The post (draft|tomorrow)/);
});

test('shows the newest posts first, page by page', async () => {
  const count = settings.blog.postsPerPage + 1;
  for (let number = 1; number <= count; number += 1) await add(`post-${number}`, day(number));
  const { body } = await api.get<Posts>('/api/blog/posts');
  expect([body.posts.length, body.posts[0]?.slug]).toEqual([count - 1, `post-${count}`]);
  const rest = await api.get<Posts>(`/api/blog/posts?before=${body.next}`);
  expect([rest.body.posts.map(({ slug }) => slug), rest.body.next]).toEqual([['post-1'], null]);
});

test('shows a post as HTML', async () => {
  await add('one', day(1));
  const { body } = await api.get('/api/blog/posts/one');
  expect(body).toMatchObject({ title: 'The post one', html: '<p>Long <em>text</em></p>\n' });
});

test('escapes all strings in the feed', async () => {
  const hostile = '</title> ]]> & <script>alert(1)</script>';
  await add('one', day(1), {
    title: hostile,
    summary: hostile,
    body: hostile,
    authorName: hostile,
  });
  const { headers, body } = await api.download('/api/blog/feed', {});
  expect(headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8');
  expect(body).toContain('<link>http');
  const outside = body.replaceAll(/<!\[CDATA\[[^]*?\]\]>/g, '');
  expect(outside).not.toMatch(/<script|\]\]>/);
  expect(outside.match(/<item>/g)).toHaveLength(1);
});

test('lets only administrators write', async () => {
  const { id } = await add('one', null);
  const statuses = [
    (await api.get('/api/blog/drafts')).status,
    (await api.post('/api/blog/drafts', {})).status,
    (await api.get(`/api/blog/drafts/${id}`)).status,
    (await api.delete(`/api/blog/drafts/${id}`)).status,
    (await api.post('/api/blog/preview', { body: '' })).status,
  ];
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
});

/** Calls a handler without the guard of the route. */
async function call<Params>(
  handler: (req: Request<Params>, res: Response) => Promise<void>,
  { params, body }: { params?: Params; body?: unknown } = {},
): Promise<unknown> {
  let sent: unknown;
  const res = { status: () => res, end: () => res, json: (value: unknown) => void (sent = value) };
  const req = { params, body, headers: {}, get: () => undefined };
  await handler(req as unknown as Request<Params>, res as unknown as Response);
  return sent;
}

const input = {
  slug: 'new-features',
  title: 'New features',
  summary: '',
  body: 'Text',
  authorName: '',
  isPublished: true,
};

test('keeps the time of the first publication', async () => {
  const { id } = await add('one', day(1));
  const params = { id };
  await call(PUT, { params, body: input });
  const changed = await db.blogPost.findUniqueOrThrow({ where: { id } });
  expect([changed.slug, changed.publishedAt]).toEqual(['new-features', day(1)]);
  await call(PUT, { params, body: { ...input, isPublished: false } });
  expect(await call(GET, { params })).toMatchObject({ isPublished: false });
  await call(DELETE, { params });
  await expect(call(GET, { params })).rejects.toMatchObject({ status: 404 });
});

test('refuses addresses that are not slugs', async () => {
  for (const slug of ['', 'New', 'a/b', '../a', 'a--b', '-a', 'ä']) {
    await expect(call(POST, { body: { ...input, slug } })).rejects.toMatchObject({ status: 422 });
  }
  await call(POST, { body: input });
  expect(await db.blogPost.count()).toBe(1);
});
