import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { Notices } from '@/components/Notices';
import type { Column } from '@/components/records/Cell';
import { RecordList } from '@/components/records/RecordList';
import { AreaContext } from '@/hooks/useArea';
import { createQueryClient } from '@/lib/query';
import { defineResource, siteArea } from '@/lib/resource';
import './support';

interface Task {
  id: string;
  name: string;
  isDone: boolean;
  size: string | null;
}

const tasks = defineResource<Task>({
  path: '/tasks',
  singular: 'Task',
  plural: 'Tasks',
  display: 'name',
});

const columns: readonly Column<Task>[] = [
  { field: 'name', label: 'Name' },
  { field: 'isDone', label: 'Done', type: 'boolean' },
  { field: 'size', label: 'Size', type: 'enum', values: ['SMALL', 'LARGE'], optional: true },
];

const all = ['a', 'b', 'c'].map((id) => ({
  id,
  name: `Task ${id}`,
  isDone: false,
  size: null,
}));

/** Opens a list of three records. Bulk requests get these answers in order, and then 200. */
async function open(...refusals: { pointer: string; detail: string }[][]) {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path !== '/api/tasks/bulk') return Response.json(all);
    bodies.push(JSON.parse(String(body)));
    const errors = refusals.shift();
    return errors
      ? Response.json({ detail: 'Refused', errors }, { status: 409 })
      : Response.json({});
  });
  const element = (
    <>
      <RecordList resource={tasks} columns={columns} />
      <Notices />
    </>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('link', { name: 'Task a' });
  return bodies;
}

function select(name: string) {
  const [checkbox] = screen.getAllByRole('checkbox', { name });
  if (checkbox) fireEvent.click(checkbox);
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('selects records and all records of the page, and clears the selection', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  select('Select Task b');
  expect(screen.getByText('1 selected')).toBeDefined();
  const [selectAll] = screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Select all' });
  expect([selectAll?.checked, selectAll?.indeterminate]).toEqual([false, true]);
  select('Select all');
  expect(screen.getByText('3 selected')).toBeDefined();
  select('Select Task b');
  expect(screen.getByText('2 selected')).toBeDefined();
  press('Clear the selection');
  expect(screen.getByText('0 selected')).toBeDefined();
});

test('deletes the selected records after a confirmation with their number', async () => {
  const bodies = await open();
  select('Select Task a');
  select('Select Task c');
  press('Delete');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 2 Tasks?' }));
  expect(bodies).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('2 Tasks deleted')).toBeDefined();
  expect(bodies).toEqual([{ delete: ['a', 'c'] }]);
});

test('explains why a record was refused, and leaves it out of the next attempt', async () => {
  const bodies = await open([{ pointer: '/delete/1', detail: 'Others refer to it.' }]);
  select('Select all');
  press('Delete');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 3 Tasks?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  const items = await dialog.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Task b: Others refer to it.']);
  fireEvent.click(dialog.getByRole('button', { name: 'Delete the other 2 Tasks' }));
  expect(await screen.findByText('2 Tasks deleted')).toBeDefined();
  expect(bodies).toEqual([{ delete: ['a', 'b', 'c'] }, { delete: ['a', 'c'] }]);
});

test('stops when the server has refused every record', async () => {
  await open([{ pointer: '/delete/0', detail: 'Others refer to it.' }]);
  select('Select Task a');
  press('Delete');
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  const others = await dialog.findByRole('button', { name: 'Delete the other 0 Tasks' });
  expect(others).toHaveProperty('disabled', true);
});

test.each([
  ['isDone', 'Yes', true],
  ['size', 'Large', 'LARGE'],
  ['size', 'None', null],
])('sets %s of the selected records to %s', async (field, label, value) => {
  const bodies = await open();
  select('Select Task a');
  select('Select Task b');
  press('Change a field');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change 2 Tasks' }));
  fireEvent.change(dialog.getByLabelText('Field'), { target: { value: field } });
  const option = dialog.getByRole<HTMLOptionElement>('option', { name: label });
  fireEvent.change(dialog.getByLabelText('New value'), { target: { value: option.value } });
  fireEvent.click(dialog.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('2 Tasks changed')).toBeDefined();
  const update = ['a', 'b'].map((id) => ({ id, changes: { [field]: value } }));
  await waitFor(() => expect(bodies).toEqual([{ update }]));
});

test('names the field that the server refused', async () => {
  await open([{ pointer: '/update/0/changes/isDone', detail: 'Only the owner may do this.' }]);
  select('Select Task a');
  press('Change a field');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('New value'), { target: { value: '0' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Change' }));
  const item = await dialog.findByRole('listitem');
  expect(item.textContent).toBe('Task a: isDone: Only the owner may do this.');
});

test('sets another field of the refused records too', async () => {
  const bodies = await open([{ pointer: '/update/0/changes/isDone', detail: 'Not now.' }]);
  select('Select Task a');
  select('Select Task b');
  press('Change a field');
  const dialog = within(await screen.findByRole('dialog'));
  const choose = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  choose('New value', '0');
  fireEvent.click(dialog.getByRole('button', { name: 'Change' }));
  await dialog.findByRole('listitem');
  choose('Field', 'size');
  expect(dialog.queryByRole('listitem')).toBeNull();
  choose('New value', '0');
  fireEvent.click(dialog.getByRole('button', { name: 'Change' }));
  const update = ['a', 'b'].map((id) => ({ id, changes: { size: 'SMALL' } }));
  await waitFor(() => expect(bodies.at(-1)).toEqual({ update }));
});

test.each([
  [['CLERK'], true],
  [[], false],
])('with the roles %j, offers to change a field of clerks: %s', async (roles, isOffered) => {
  vi.stubGlobal('fetch', async () => Response.json(all));
  const guarded = defineResource<Task>({
    path: '/tasks',
    singular: 'Task',
    plural: 'Tasks',
    display: 'name',
    fields: { isDone: { read: 'public', write: ['CLERK'] } },
  });
  const client = createQueryClient();
  client.setQueryData(['admin', 'access'], { isAllowed: false, userId: 'ada', roles });
  const list = <RecordList resource={guarded} columns={columns.slice(0, 2)} />;
  const router = createMemoryRouter([{ path: '/', element: list }]);
  render(
    <QueryClientProvider client={client}>
      <AreaContext value={siteArea}>
        <RouterProvider router={router} />
      </AreaContext>
    </QueryClientProvider>,
  );
  await screen.findAllByText('Task a');
  select('Select Task a');
  await screen.findByRole('button', { name: 'Delete' });
  expect(screen.queryByRole('button', { name: 'Change a field' }) !== null).toBe(isOffered);
});

/** Opens the first page of a list of this many records, two on a page, and selects the page. */
async function openPages(total: number) {
  const every = Array.from({ length: total }, (_, index) => ({
    id: `${index}`,
    name: `Task ${index}`,
    isDone: false,
    size: null,
  }));
  const requests: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    requests.push([path, body && JSON.parse(String(body))]);
    const query = new URL(path, location.origin).searchParams;
    const [start, limit] = [Number(query.get('cursor')), Number(query.get('limit'))];
    const next = `<${path.split('&cursor')[0]}&cursor=${start + limit}>; rel="next"`;
    const headers = {
      'x-total-count': `${total}`,
      ...(start + limit < total && { link: next }),
    };
    return Response.json(every.slice(start, start + limit), { headers });
  });
  const element = (
    <>
      <RecordList resource={tasks} columns={columns} />
      <Notices />
    </>
  );
  const router = createMemoryRouter([{ path: '/', element }], {
    initialEntries: ['/?isDone=false&limit=2'],
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('link', { name: 'Task 0' });
  await screen.findByText(/^1–2 of/);
  select('Select all');
  return { requests, router };
}

test('selects the records of all pages and deletes them in one request', async () => {
  const { requests } = await openPages(450);
  press('Select all 450 Tasks');
  expect(await screen.findByText('450 selected')).toBeDefined();
  const loaded = requests.filter(([path]) => path.includes('limit=200'));
  expect(loaded).toHaveLength(3);
  expect(loaded.every(([path]) => path.includes('isDone=false'))).toBe(true);
  select('Select Task 1');
  expect(screen.getByText('449 selected')).toBeDefined();
  press('Delete');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 449 Tasks?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('449 Tasks deleted')).toBeDefined();
  const bulk = requests.filter(([path]) => path === '/api/tasks/bulk');
  const ids = Array.from({ length: 450 }, (_, index) => `${index}`).filter((id) => id !== '1');
  expect(bulk.map(([, body]) => body)).toEqual([{ delete: ids }]);
  // The records of other pages are no longer selected.
  expect(screen.queryByText('449 selected')).toBeNull();
});

test('selects only this page again, with the same button', async () => {
  await openPages(3);
  const button = screen.getByRole('button', { name: 'Select all 3 Tasks' });
  button.focus();
  fireEvent.click(button);
  expect(await screen.findByText('3 selected')).toBeDefined();
  const back = screen.getByRole('button', { name: 'Select only this page' });
  expect(document.activeElement).toBe(back);
  fireEvent.click(back);
  expect(screen.getByText('2 selected')).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Select all 3 Tasks');
});

test('selects at most as many records as a request can change', async () => {
  const { requests } = await openPages(1_201);
  press('Select the first 1000 of 1201 Tasks');
  expect(await screen.findByText('1000 selected')).toBeDefined();
  expect(screen.getByText('One action applies to at most 1000 Tasks.')).toBeDefined();
  expect(requests.filter(([path]) => path.includes('limit=200'))).toHaveLength(5);
});

test('selects no record of a list with other filters', async () => {
  const { router } = await openPages(3);
  press('Select all 3 Tasks');
  await screen.findByText('3 selected');
  await act(() => router.navigate('/?isDone=true&limit=2'));
  expect(await screen.findByText('0 selected')).toBeDefined();
});

test('offers no selection of pages for a list with one page', async () => {
  await open();
  select('Select all');
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
});
