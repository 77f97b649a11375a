import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Notices } from '@/components/Notices';
import type { Column } from '@/components/records/Cell';
import { RecordList } from '@/components/records/RecordList';
import { ShowRecord } from '@/components/records/ShowRecord';
import { AreaContext } from '@/hooks/useArea';
import type { FieldRules } from '@/lib/access';
import { createQueryClient } from '@/lib/query';
import { defineResource, siteArea } from '@/lib/resource';
import './support';

interface Tag {
  id: string;
  name: string;
}

interface Book extends Tag {
  pages: number | null;
  authorId: string;
  author: Tag;
  tags: Tag[];
  createdAt: string;
}

const schema = z.object({
  name: z.string(),
  pages: z.int32().nullish(),
  authorId: z.string(),
  tagIds: z.array(z.string()).optional(),
});

const tags = defineResource<Tag>({
  path: '/tags',
  singular: 'Tag',
  plural: 'Tags',
  display: 'name',
});

const columns: readonly Column<Book>[] = [
  { field: 'name', label: 'Name' },
  { field: 'author', label: 'Author', relation: tags, key: 'authorId' },
  { field: 'tags', label: 'Tags', relation: tags, key: 'tagIds', many: true },
];

const book: Book = {
  id: 'b1',
  name: 'Notes',
  pages: null,
  authorId: 'a1',
  author: { id: 'a1', name: 'Ada' },
  tags: [{ id: 't1', name: 'One' }],
  createdAt: '2026-01-01T00:00:00.000Z',
};

const values = { name: 'Notes', pages: null, authorId: 'a1', tagIds: ['t1'] };

interface Case {
  input?: z.ZodObject;
  record?: object;
  loans?: unknown[];
  /** The status of the response to POST. */
  status?: number;
  page?: 'list' | 'record';
}

/** Opens the page or the list of a book, and returns the requests. */
async function open({ input, record = book, loans = [], status = 201, page }: Case = {}) {
  const requests: { name: string; key: string | null; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET', body, headers } = init;
    requests.push({
      name: `${method} ${path}`,
      key: new Headers(headers).get('Idempotency-Key'),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    });
    if (path.startsWith('/api/loans')) return Response.json(loans);
    if (path === '/api/books/bulk') return Response.json({});
    if (method === 'POST') return Response.json({ ...book, detail: 'Name taken' }, { status });
    if (method === 'DELETE') return new Response(null, { status: 204 });
    return Response.json(path.startsWith('/api/books/b1') ? record : [record]);
  });
  const books = defineResource<Book>({
    path: '/books',
    singular: 'Book',
    plural: 'Books',
    display: 'name',
    include: ['author', 'tags'],
    input: async () => input ?? schema,
    dependents: [{ path: '/loans', filter: 'bookId' }],
  });
  const pages = [
    { path: '/admin/books/:id', element: <ShowRecord resource={books} columns={columns} /> },
    { path: '/admin/books', element: <RecordList resource={books} columns={columns} /> },
  ];
  const router = createMemoryRouter(pages, {
    initialEntries: [page === 'list' ? '/admin/books' : '/admin/books/b1'],
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <Notices />
    </QueryClientProvider>,
  );
  if (page === 'list') {
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Notes' }));
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  return requests;
}

/** Confirms the deletion when the dialog contains this text. */
async function confirm(text: string | RegExp) {
  const dialog = within(await screen.findByRole('alertdialog'));
  await dialog.findByText(text);
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
}

afterEach(() => vi.useRealTimers());

test.each(['record', 'list'] as const)('restores a record deleted on its %s page', async (page) => {
  const requests = await open({ page });
  await confirm(/You can undo this/);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Book restored')).toBeDefined();
  expect(requests.find(({ name }) => name === 'POST /api/books')?.body).toEqual(values);
  expect(requests.map(({ name }) => name)).toContain('GET /api/loans?bookId=b1&limit=1');
});

test.each<[string, Case]>([
  ['other records depend on it', { loans: [{ id: 'l1' }] }],
  ['the record has a value that the server sets', { record: { ...book, ownerId: 'u1' } }],
  ['the record does not show a value', { input: schema.extend({ note: z.string().optional() }) }],
  ['the schema refuses a value', { input: schema.extend({ name: z.string().max(2) }) }],
])('a deletion cannot be undone if %s', async (_, given) => {
  const requests = await open(given);
  const dialog = within(await screen.findByRole('alertdialog'));
  // The check has ended.
  await waitFor(() => expect(requests.length).toBeGreaterThan(given.loans ? 1 : 0));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(dialog.queryByText(/You can undo this/)).toBeNull();
  await confirm('This can’t be undone.');
  expect(await screen.findByText('Book deleted')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('shows why a record could not be restored', async () => {
  await open({ status: 409 });
  await confirm(/You can undo this/);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Name taken')).toBeDefined();
});

test('repeats the request to restore a record with the same idempotency key', async () => {
  const requests = await open({ status: 503 });
  await confirm(/You can undo this/);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Name taken');
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const posts = () => requests.filter(({ name }) => name === 'POST /api/books');
  await waitFor(() => expect(posts()).toHaveLength(2));
  const [first, second] = posts().map(({ key }) => key);
  expect(first).toMatch(/./);
  expect(second).toBe(first);
});

test('offers to undo a deletion for one minute', async () => {
  await open();
  const dialog = within(await screen.findByRole('alertdialog'));
  await dialog.findByText(/You can undo this/);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByRole('button', { name: 'Undo' });
  await vi.advanceTimersByTimeAsync(50_000);
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined();
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});

interface Note {
  id: string;
  name: string;
  ownerId: string;
}

test.each<[string, boolean, string, FieldRules['write']]>([
  ['the same owner and fields that the user may set', true, 'ada', 'public'],
  ['another owner', false, 'bob', 'public'],
  ['a field that the user may not set', false, 'ada', 'admin'],
])('on the site, a record with %s: %s', async (_, canUndo, ownerId, write) => {
  const note = { id: 'n1', name: 'Note', ownerId };
  vi.stubGlobal('fetch', async () => Response.json(note));
  const everyone = 'authenticated';
  const notes = defineResource<Note>({
    path: '/notes',
    singular: 'Note',
    plural: 'Notes',
    display: 'name',
    pages: true,
    access: { read: everyone, create: everyone, update: everyone, delete: ['CLERK', 'owner'] },
    owner: 'ownerId',
    fields: { name: { read: 'public', write } },
    input: async () => z.object({ name: z.string(), ownerId: z.string().optional() }),
    dependents: [],
  });
  const client = createQueryClient();
  client.setQueryData(['admin', 'access'], {
    isAllowed: false,
    userId: 'ada',
    roles: ['CLERK'],
  });
  const element = <ShowRecord resource={notes} columns={[{ field: 'name', label: 'Name' }]} />;
  const router = createMemoryRouter([{ path: '/notes/:id', element }], {
    initialEntries: ['/notes/n1'],
  });
  render(
    <QueryClientProvider client={client}>
      <AreaContext value={siteArea}>
        <RouterProvider router={router} />
      </AreaContext>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  if (canUndo) await dialog.findByText(/You can undo this/);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(dialog.queryByText(/You can undo this/) !== null).toBe(canUndo);
});
