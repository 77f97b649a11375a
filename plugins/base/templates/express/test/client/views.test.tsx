import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { RecordList } from '@/components/records/RecordList';
import { createQueryClient } from '@/lib/query';
import { defineResource } from '@/lib/resource';
import './support';

interface Note {
  id: string;
  text: string;
  day: string;
}

const notes = defineResource<Note>({
  path: '/notes',
  singular: 'Note',
  plural: 'Notes',
  display: 'text',
});

beforeEach(() => localStorage.clear());

async function open(query = '') {
  vi.stubGlobal('fetch', async () => Response.json([{ id: '1', text: 'First', day: '' }]));
  const columns = [
    { field: 'text', label: 'Text' },
    { field: 'day', label: 'Day', type: 'date' },
  ] as const;
  const element = <RecordList resource={notes} columns={columns} />;
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: [`/${query}`] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('link', { name: 'First' });
  return router;
}

async function openViews() {
  fireEvent.click(screen.getByRole('button', { name: 'Views' }));
  return within(await screen.findByRole('dialog', { name: 'Views' }));
}

async function save(name: string) {
  const dialog = await openViews();
  const input = dialog.getByLabelText('Save the current view as');
  fireEvent.change(input, { target: { value: name } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
}

const stored = () => JSON.parse(localStorage.getItem('views:/notes') ?? '[]');

test('saves filters, order and columns, and shows them again', async () => {
  const hidden = { limit: '25', columns: { day: false } };
  localStorage.setItem('list:/notes', JSON.stringify(hidden));
  const router = await open('?text%5Bcontains%5D=F&sort=-day');
  await save(' Mine ');
  const params = { 'text[contains]': 'F', sort: '-day' };
  expect(stored()).toEqual([{ name: 'Mine', params, columns: { day: false } }]);

  localStorage.setItem('list:/notes', '');
  await router.navigate('/');
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Default columns' }));
  const dialog = await openViews();
  fireEvent.click(dialog.getByRole('button', { name: 'Mine' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Day' })).toBeNull());
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual(params);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('replaces a view with the same name, renames and deletes it', async () => {
  const router = await open();
  await save('Mine');
  await save('Other');
  await router.navigate('/?sort=day');
  await save('Mine');
  expect(stored()).toEqual([
    { name: 'Mine', params: { sort: 'day' }, columns: {} },
    { name: 'Other', params: {}, columns: {} },
  ]);
  const dialog = await openViews();
  fireEvent.click(dialog.getByRole('button', { name: 'Rename Other' }));
  const name = dialog.getByLabelText('Name of the view');
  fireEvent.change(name, { target: { value: 'Third' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Rename' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete Mine' }));
  expect(stored()).toEqual([{ name: 'Third', params: {}, columns: {} }]);
});

test('ignores broken stored views', async () => {
  localStorage.setItem('views:/notes', '[{"name":1}]');
  await open();
  const dialog = await openViews();
  expect(dialog.queryByRole('listitem')).toBeNull();
});
