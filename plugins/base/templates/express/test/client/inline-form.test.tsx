import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { RelationField, RelationsField, TextField } from '@/components/fields';
import { FormLayout, type FormProps } from '@/components/records/FormLayout';
import { AreaContext } from '@/hooks/useArea';
import { useRecordForm } from '@/hooks/useRecordForm';
import { createQueryClient } from '@/lib/query';
import { defineResource, siteArea } from '@/lib/resource';
import { fieldRefusal, sent, serve } from './support';

interface Author {
  id: string;
  name: string;
}

interface Book {
  id: string;
  title: string;
}

const authors = defineResource<Author>({
  path: '/authors',
  singular: 'Author',
  plural: 'Authors',
  display: 'name',
  access: { read: 'public', create: 'authenticated', update: 'admin', delete: 'admin' },
});

const books = defineResource<Book>({
  path: '/books',
  singular: 'Book',
  plural: 'Books',
  display: 'title',
});

const authorSchema = z.object({ name: z.string().min(1) });

function AuthorForm({ record, inline }: FormProps<Author>) {
  const form = useRecordForm(authors, { schema: async () => authorSchema, record, inline });
  return (
    <FormLayout form={form}>
      <TextField control={form.control} name="name" label="Name" required />
    </FormLayout>
  );
}

const bookSchema = z.object({
  title: z.string().min(1),
  authorId: z.string(),
  editorIds: z.array(z.string()).optional(),
});

function BookForm({ record }: FormProps<Book>) {
  const form = useRecordForm(books, { schema: async () => bookSchema, record });
  return (
    <FormLayout form={form}>
      <TextField control={form.control} name="title" label="Title" required />
      <RelationField
        control={form.control}
        name="authorId"
        label="Author"
        resource={authors}
        form={AuthorForm}
        required
      />
      <RelationsField
        control={form.control}
        name="editorIds"
        label="Editors"
        resource={authors}
        form={AuthorForm}
      />
    </FormLayout>
  );
}

const ada = { id: 'a1', name: 'Ada' };

/** Opens the form of a new book on the site, as a user. */
function open(answers: Readonly<Record<string, unknown>> = {}) {
  serve({
    'GET /api/admin/access': { isAllowed: false, userId: 'frank' },
    'GET /api/authors': [],
    'POST /api/authors': ada,
    'POST /api/books': { id: 'b1', title: 'Notes' },
    ...answers,
  });
  const routes = [
    { path: '/books/new', element: <BookForm /> },
    { path: '/books/:id', element: <p>saved</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/books/new?name=Query'] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AreaContext value={siteArea}>
        <RouterProvider router={router} />
      </AreaContext>
    </QueryClientProvider>,
  );
}

const buttons = () => screen.findAllByRole('button', { name: 'New Author' });
const picker = (name: string) => screen.getByRole('combobox', { name });

/** Opens the dialog of a picker and returns its functions. */
async function openDialog(index: number) {
  const button = (await buttons())[index];
  button?.focus();
  if (button) fireEvent.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'New Author' }));
  const name = await dialog.findByLabelText('Name');
  await waitFor(() => expect(document.activeElement).toBe(name));
  return {
    name,
    save: () => fireEvent.click(dialog.getByRole('button', { name: 'Save' })),
    cancel: () => fireEvent.click(dialog.getByRole('button', { name: 'Cancel' })),
  };
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('creates a related record, selects it, and keeps the other values', async () => {
  open();
  fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Notes' } });
  const one = await openDialog(0);
  expect(one.name).toHaveProperty('value', '');
  fireEvent.change(one.name, { target: { value: 'Ada' } });
  one.save();
  await isClosed();
  expect(await sent('POST /api/authors')).toEqual({ name: 'Ada' });
  expect(picker('Author')).toHaveProperty('value', 'Ada');

  const two = await openDialog(1);
  fireEvent.change(two.name, { target: { value: 'Ada' } });
  two.save();
  await isClosed();
  expect(screen.getByRole('button', { name: 'Remove Ada' })).toBeDefined();

  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('saved');
  const body = { title: 'Notes', authorId: 'a1', editorIds: ['a1'] };
  expect(await sent('POST /api/books')).toEqual(body);
});

test('shows errors in the dialog and nothing in the form', async () => {
  open({ 'POST /api/authors': fieldRefusal(409, 'name', 'Already taken') });
  const { name, save, cancel } = await openDialog(0);
  fireEvent.change(name, { target: { value: 'Ada' } });
  save();
  await screen.findByText('Already taken');
  cancel();
  await isClosed();
  expect(document.activeElement).toBe((await buttons())[0]);
  expect(picker('Author')).toHaveProperty('value', '');
  expect(screen.queryByText('This is required.')).toBeNull();
});

test('offers no new record to users who may not create one', async () => {
  open({ 'GET /api/admin/access': { isAllowed: false, userId: null } });
  await sent('GET /api/admin/access');
  await screen.findAllByText('No Authors yet.');
  expect(screen.queryByRole('button', { name: 'New Author' })).toBeNull();
});
