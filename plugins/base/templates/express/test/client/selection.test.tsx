import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
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
