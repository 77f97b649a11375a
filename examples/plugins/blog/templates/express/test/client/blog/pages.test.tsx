import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage, refusal, sent, serve } from '../support';

const post = {
  slug: 'one',
  title: 'First post',
  summary: 'Short',
  authorName: 'Ann',
  publishedAt: '2026-01-31T12:00:00Z',
};

test('shows the posts, and loads older ones', async () => {
  serve({ 'GET /api/blog/posts': { posts: [post], next: post.publishedAt } });
  openPage('/blog');
  const link = await screen.findByRole('link', { name: 'First post' });
  expect(link.getAttribute('href')).toBe('/blog/one');
  expect(screen.getByRole('button', { name: 'Older posts' })).toBeDefined();
});

test('shows a post', async () => {
  serve({ 'GET /api/blog/posts/one': { ...post, html: '<p>Long <em>text</em></p>' } });
  openPage('/blog/one');
  expect(await screen.findByText('text')).toBeDefined();
  expect(screen.getByText('by Ann', { exact: false })).toBeDefined();
});

test('writes a post, with an address of its title', async () => {
  serve({ 'POST /api/blog/drafts': { id: '1' }, 'GET /api/blog/drafts': [] });
  openPage('/admin/blog/new');
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await screen.findByLabelText('Title');
  fill('Title', 'Neue Übersicht: Straße!');
  fill('Text in Markdown', 'Text');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await sent('POST /api/blog/drafts')).toMatchObject({
    slug: 'neue-ubersicht-strasse',
    title: 'Neue Übersicht: Straße!',
    isPublished: false,
  });
});

test('names an address that is taken', async () => {
  serve({ 'POST /api/blog/drafts': refusal(409) });
  openPage('/admin/blog/new');
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'One' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Another post has this address.');
});

test('deletes a post after a question', async () => {
  const draft = { ...post, body: '', isPublished: true };
  serve({
    'GET /api/blog/drafts/1': draft,
    'DELETE /api/blog/drafts/1': {},
    'GET /api/blog/drafts': [],
  });
  openPage('/admin/blog/1');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const [, confirm] = await screen.findAllByRole('button', { name: 'Delete', hidden: true });
  if (confirm) fireEvent.click(confirm);
  expect(await sent('DELETE /api/blog/drafts/1')).toBeUndefined();
});
