import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { NumberField, RelationField, RelationsField, TextField } from '@/components/fields';
import type { Column } from '@/components/records/Cell';
import { FormLayout, type FormProps } from '@/components/records/FormLayout';
import { NewRecord } from '@/components/records/NewRecord';
import { RelatedRecords } from '@/components/records/RelatedRecords';
import { ShowRecord } from '@/components/records/ShowRecord';
import { useRecordForm } from '@/hooks/useRecordForm';
import { createQueryClient } from '@/lib/query';
import { defineResource } from '@/lib/resource';
import './support';

interface Author {
  id: string;
  name: string;
}

interface Book {
  id: string;
  title: string;
  pages: number | null;
  authorId: string;
  author?: Author;
  tags?: Author[];
}

const authors = defineResource<Author>({
  path: '/authors',
  singular: 'Author',
  plural: 'Authors',
  display: 'name',
});

const books = defineResource<Book>({
  path: '/books',
  singular: 'Book',
  plural: 'Books',
  display: 'title',
  include: ['author', 'tags'],
  input: async () => schema,
});

const columns: readonly Column<Book>[] = [
  { field: 'title', label: 'Title' },
  { field: 'author', label: 'Author', relation: authors },
  { field: 'tags', label: 'Tags', relation: authors },
  { field: 'pages', label: 'Pages', group: 'Print', type: 'number', hidden: true },
];

const schema = z.object({
  title: z.string().min(1),
  pages: z.number().nullish(),
  authorId: z.string(),
  tagIds: z.array(z.string()).optional(),
});

function BookForm({ record, copyOf }: FormProps<Book>) {
  const form = useRecordForm(books, {
    schema: async () => schema,
    record,
    copyOf,
    links: { tagIds: 'tags' },
  });
  return (
    <FormLayout form={form}>
      <TextField control={form.control} name="title" label="Title" required />
      <NumberField control={form.control} name="pages" label="Pages" />
      <RelationField control={form.control} name="authorId" label="Author" resource={authors} />
      <RelationsField
        control={form.control}
        name="tagIds"
        label="Tags"
        resource={authors}
        linked={(record ?? copyOf)?.tags}
      />
    </FormLayout>
  );
}

const ada = { id: 'a1', name: 'Ada' };
const tags = Array.from({ length: 7 }, (_, index) => ({ id: `t${index}`, name: `Tag ${index}` }));
const book: Book = { id: 'b1', title: 'Notes', pages: 12, authorId: 'a1', author: ada, tags };

const pages = [
  { path: '/admin/books/new', element: <NewRecord resource={books} form={BookForm} /> },
  { path: '/admin/books/:id', element: <ShowRecord resource={books} columns={columns} /> },
  {
    path: '/admin/authors/:id',
    element: (
      <ShowRecord resource={authors} columns={[{ field: 'name', label: 'Name' }]}>
        <RelatedRecords resource={books} columns={columns} reference="authorId" />
      </ShowRecord>
    ),
  },
];

const requests: { name: string; body: unknown }[] = [];

/** Opens a page and mocks the API with these lists of books. */
function open(address: string, listed: readonly Book[] = [book]) {
  requests.length = 0;
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    requests.push({
      name: `${method} ${path}`,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    });
    const { pathname, searchParams } = new URL(path, location.origin);
    if (pathname === '/api/authors/a1') return Response.json(ada);
    if (pathname === '/api/authors') return Response.json([ada]);
    if (pathname === '/api/books/b1' || method === 'POST') return Response.json(book);
    if (pathname !== '/api/books') return Response.json({ title: 'Not found' }, { status: 404 });
    const limit = Number(searchParams.get('limit'));
    const headers: HeadersInit =
      listed.length > limit ? { link: '</api/books?cursor=2>; rel="next"' } : {};
    return Response.json(listed.slice(0, limit), { headers });
  });
  const router = createMemoryRouter(pages, { initialEntries: [address] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('shows all values of a record, all related records, and its actions', async () => {
  open('/admin/books/b1');
  await screen.findByRole('heading', { level: 1, name: 'Notes' });
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms).toEqual(['Title', 'Author', 'Tags', 'Pages']);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Print');
  expect(screen.getAllByRole('definition')[3]?.textContent).toBe('12');
  expect(screen.getAllByRole('link', { name: /^Tag/ })).toHaveLength(7);
  expect(address('Ada')).toBe('/admin/authors/a1');
  expect(address('Edit')).toBe('/admin/books/b1/edit');
  expect(address('Duplicate')).toBe('/admin/books/new?copy=b1');
});

test('shows that a record does not exist', async () => {
  open('/admin/books/b2');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
});

test('lists the records that refer to a record', async () => {
  open('/admin/authors/a1');
  const list = await screen.findByRole('table', { name: 'Books' });
  expect(await within(list).findByRole('link', { name: 'Notes' })).toBeDefined();
  expect(requests.map(({ name }) => name)).toContain(
    'GET /api/books?authorId=a1&limit=10&count=true&include=author%2Ctags',
  );
  const headers = within(list).getAllByRole('columnheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual(['Title', 'Tags']);
  expect(screen.queryByRole('link', { name: 'Show all Books' })).toBeNull();
  expect(address('New Book')).toBe('/admin/books/new?authorId=a1');
});

test('links to all related records if there are more', async () => {
  const many = Array.from({ length: 11 }, (_, index) => ({ ...book, id: `b${index}` }));
  open('/admin/authors/a1', many);
  await screen.findByRole('link', { name: 'Show all Books' });
  expect(address('Show all Books')).toBe('/admin/books?authorId=a1');
});

test('starts a new record with the valid values in the query', async () => {
  open('/admin/books/new?authorId=a1&title=&pages=many&id=b9&toString=1');
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Letters' } });
  expect(await screen.findByDisplayValue('Ada')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('heading', { level: 1, name: 'Notes' });
  const body = requests.find(({ name }) => name === 'POST /api/books')?.body;
  expect(body).toEqual({ title: 'Letters', authorId: 'a1' });
});

test('duplicates a record', async () => {
  open('/admin/books/new?copy=b1');
  const title = await screen.findByDisplayValue('Notes');
  fireEvent.change(title, { target: { value: 'Copy' } });
  fireEvent.click(screen.getByRole('button', { name: 'Remove Tag 0' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('heading', { level: 1, name: 'Notes' });
  const body = requests.find(({ name }) => name === 'POST /api/books')?.body;
  const tagIds = ['t1', 't2', 't3', 't4', 't5', 't6'];
  expect(body).toEqual({ title: 'Copy', pages: 12, authorId: 'a1', tagIds });
});
