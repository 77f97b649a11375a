import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Column } from '@/components/records/Cell';
import { LatestRecords } from '@/components/records/LatestRecords';
import { RecordGuard } from '@/components/records/RecordGuard';
import { RecordList } from '@/components/records/RecordList';
import { ShowRecord } from '@/components/records/ShowRecord';
import { AreaContext } from '@/hooks/useArea';
import { admits, type AccessRule } from '@/lib/access';
import { hasPage } from '@/lib/pages';
import { createQueryClient } from '@/lib/query';
import { defineResource, siteArea } from '@/lib/resource';
import { serve } from './support';

interface Author {
  id: string;
  name: string;
}

interface Book {
  id: string;
  title: string;
  ownerId: string;
  note?: string;
  author: Author;
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
  pages: true,
  access: { read: 'authenticated', create: 'admin', update: 'owner', delete: 'owner' },
  owner: 'ownerId',
  fields: { note: { read: ['CLERK'], write: 'admin' } },
});

const columns: readonly Column<Book>[] = [
  { field: 'title', label: 'Title' },
  { field: 'author', label: 'Author', relation: authors },
  { field: 'note', label: 'Note' },
];

const book: Book = {
  id: 'book-1',
  title: 'Dune',
  ownerId: 'frank',
  author: { id: 'author-1', name: 'Frank Herbert' },
};

const visitor = { isAllowed: false, userId: null };
const frank = { isAllowed: false, userId: 'frank', roles: ['CLERK'] };
const ada = { isAllowed: false, userId: 'ada', roles: [] };
const administrator = { isAllowed: true, userId: 'root', roles: [] };

/** Opens a page of the site for a caller. */
function open(path: string, caller: typeof visitor | typeof frank) {
  serve({
    'GET /api/admin/access': caller,
    'GET /api/books': [book],
    'GET /api/books/book-1': book,
  });
  const list = (
    <RecordGuard resource={books} operation="read">
      <RecordList resource={books} columns={columns} />
    </RecordGuard>
  );
  const form = (
    <RecordGuard resource={books} operation="create">
      form
    </RecordGuard>
  );
  const routes = [
    { path: '/books/new', element: form },
    { path: '/books', element: list },
    {
      path: '/',
      element: <LatestRecords resource={books} columns={columns} facts={['author']} />,
    },
    { path: '/books/:id', element: <ShowRecord resource={books} columns={columns} /> },
    { path: '/login', element: <p>login</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AreaContext value={siteArea}>
        <RouterProvider router={router} />
      </AreaContext>
    </QueryClientProvider>,
  );
  return router;
}

test.each<[AccessRule, boolean, boolean, boolean]>([
  ['public', true, true, true],
  ['authenticated', false, true, true],
  ['owner', false, true, false],
  ['admin', false, false, false],
  [['CLERK'], false, true, false],
  [['EDITOR'], false, false, false],
  [['EDITOR', 'owner'], false, true, false],
])('the rule %s admits callers', (rule, ...[toVisitor, toOwner, toOther]) => {
  expect(admits(rule, undefined, 'frank')).toBe(toVisitor);
  expect(admits(rule, visitor, 'frank')).toBe(toVisitor);
  expect(admits(rule, frank, 'frank')).toBe(toOwner);
  expect(admits(rule, ada, 'frank')).toBe(toOther);
  expect(admits(rule, administrator, 'frank')).toBe(true);
});

test('asks visitors to sign in and returns them to the page', async () => {
  const router = open('/books?sort=title', visitor);
  const [text, query] = hasPage('/login')
    ? ['login', '?next=%2Fbooks%3Fsort%3Dtitle']
    : ['Please sign in', '?sort=title'];
  expect(await screen.findByText(text)).toBeDefined();
  expect(router.state.location.search).toBe(query);
});

test('refuses users whom the access rules do not admit', async () => {
  open('/books/new', frank);
  await screen.findByRole('heading', { level: 1, name: 'Not for this account' });
  expect(screen.queryByText('form')).toBeNull();
});

test('links only to records that have pages on the site', async () => {
  open('/books', frank);
  const link = await screen.findByRole('link', { name: 'Dune' });
  expect(link.getAttribute('href')).toBe('/books/book-1');
  expect(screen.getByText('Frank Herbert').closest('a')).toBeNull();
});

test('offers users the operations that they may do', async () => {
  open('/books', frank);
  await screen.findByRole('link', { name: 'Dune' });
  expect(screen.queryByRole('link', { name: /^New/ })).toBeNull();
});

test('offers administrators every operation', async () => {
  open('/books', administrator);
  const link = await screen.findByRole('link', { name: 'New Book' });
  expect(link.getAttribute('href')).toBe('/books/new');
});

test.each([
  ['the owner', frank, true],
  ['another user', ada, false],
])('offers %s to change a record: %s', async (_, caller, isOffered) => {
  open('/books/book-1', caller);
  await screen.findByRole('heading', { level: 1, name: 'Dune' });
  expect(screen.queryByRole('link', { name: 'Edit' }) !== null).toBe(isOffered);
  expect(screen.queryByRole('button', { name: 'Delete' }) !== null).toBe(isOffered);
  expect(screen.queryByRole('link', { name: 'Duplicate' })).toBeNull();
});

test('the home page shows the latest records as links to their pages', async () => {
  open('/', frank);
  const link = await screen.findByRole('link', { name: 'Dune' });
  expect(link.getAttribute('href')).toBe('/books/book-1');
  expect(screen.getByRole('term').textContent).toBe('Author');
  expect(screen.getByRole('definition').textContent).toBe('Frank Herbert');
});

test('the home page searches a list', async () => {
  const router = open('/', frank);
  const search = await screen.findByRole('searchbox', { name: 'Search Books' });
  fireEvent.change(search, { target: { value: 'sand worm' } });
  fireEvent.submit(screen.getByRole('search'));
  expect(router.state.location).toMatchObject({ pathname: '/books', search: '?q=sand+worm' });
});

test('the home page shows visitors no records of signed-in users', async () => {
  open('/', visitor);
  const links = hasPage('/login') ? 1 : 0;
  await waitFor(() => expect(screen.queryAllByRole('link')).toHaveLength(links));
  expect(screen.queryByRole('heading')).toBeNull();
});

test.each([
  ['a user with the role', frank, true],
  ['another user', ada, false],
])('shows a field with its own rule to %s: %s', async (_, caller, isShown) => {
  open('/books/book-1', caller);
  await screen.findByRole('heading', { level: 1, name: 'Dune' });
  expect(screen.queryByText('Note') !== null).toBe(isShown);
});
