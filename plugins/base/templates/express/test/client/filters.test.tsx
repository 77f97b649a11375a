import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Column } from '@/components/records/Cell';
import { RecordList } from '@/components/records/RecordList';
import { formatNumber } from '@/lib/format';
import { createQueryClient } from '@/lib/query';
import { defineResource } from '@/lib/resource';
import './support';

interface City {
  id: string;
  name: string;
}

interface Visit {
  id: string;
  title: string;
  notes: string | null;
  length: number;
  day: string;
  seenAt: string;
  isPaid: boolean | null;
  mood: string;
  city?: City;
  tags?: City[];
}

const cities = defineResource<City>({
  path: '/cities',
  singular: 'City',
  plural: 'Cities',
  display: 'name',
});

const visits = defineResource<Visit>({
  path: '/visits',
  singular: 'Visit',
  plural: 'Visits',
  display: 'title',
});

const columns: readonly Column<Visit>[] = [
  { field: 'title', label: 'Title' },
  { field: 'notes', label: 'Notes', type: 'text', optional: true },
  { field: 'length', label: 'Length', type: 'number' },
  { field: 'day', label: 'Day', type: 'date' },
  { field: 'seenAt', label: 'Seen at', type: 'dateTime' },
  { field: 'isPaid', label: 'Paid', type: 'boolean', optional: true },
  { field: 'mood', label: 'Mood', type: 'enum', values: ['GOOD', 'BAD', 'NOT_SURE'] },
  { field: 'city', label: 'City', relation: cities, key: 'cityId' },
  { field: 'tags', label: 'Tags', relation: cities, key: 'tagIds', many: true },
];

let requests: string[] = [];

beforeEach(() => localStorage.clear());

/** Opens a list with several pages, and returns its router. */
async function open(query = '') {
  requests = [];
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    const { pathname, searchParams } = new URL(path, location.origin);
    const rome = { id: 'c1', name: 'Rome' };
    if (pathname.startsWith('/api/cities/')) return Response.json(rome);
    if (pathname === '/api/cities') return Response.json([rome]);
    const headers: HeadersInit = searchParams.has('count')
      ? { 'x-total-count': '12345' }
      : { link: '</api/visits?cursor=next>; rel="next"' };
    return Response.json([{ id: 'v1', title: 'First' }], { headers });
  });
  const element = <RecordList resource={visits} columns={columns} />;
  const router = createMemoryRouter([{ path: '/visits', element }], {
    initialEntries: [`/visits${query}`],
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('link', { name: 'First' });
  return router;
}

/** Opens the dialog for a new filter by this column. */
async function filterBy(field: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Field'), { target: { value: field } });
  return dialog;
}

const query = (router: Awaited<ReturnType<typeof open>>) =>
  Object.fromEntries(new URLSearchParams(router.state.location.search));

const chips = () =>
  within(screen.getByRole('list', { name: 'Active filters' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .slice(0, -1);

/** Returns the start of a day in the user's time zone. */
const start = (day: string) => new Date(`${day}T00:00`).toISOString();

const entered = [
  ['title', 'contains', { Title: ' cd ' }, { 'title[contains]': 'cd' }],
  ['title', 'startsWith', { Title: 'a' }, { 'title[startsWith]': 'a' }],
  ['title', 'equals', { Title: 'a' }, { title: 'a' }],
  ['notes', 'empty', {}, { 'notes[null]': 'true' }],
  ['notes', 'present', {}, { 'notes[null]': 'false' }],
  ['length', '', { From: '1.5' }, { 'length[gte]': '1.5' }],
  ['length', '', { From: '1', To: '3' }, { 'length[gte]': '1', 'length[lte]': '3' }],
  ['day', '', { To: '2026-01-31' }, { 'day[lte]': '2026-01-31' }],
  [
    'seenAt',
    '',
    { From: '2026-01-01', To: '2026-01-31' },
    { 'seenAt[gte]': start('2026-01-01'), 'seenAt[lt]': start('2026-02-01') },
  ],
] as const;

test.each(entered)('filters by %s %s with %j', async (field, comparison, values, expected) => {
  const router = await open();
  const dialog = await filterBy(field);
  if (comparison) {
    fireEvent.change(dialog.getByLabelText('Condition'), { target: { value: comparison } });
  }
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(query(router)).toEqual(expected);
  await waitFor(() =>
    expect(requests).toContain(`/api/visits?${new URLSearchParams({ ...expected, limit: '25' })}`),
  );
});

test('filters by several values of an enum, and by a boolean', async () => {
  const router = await open();
  const mood = await filterBy('mood');
  for (const name of ['Good', 'Not sure']) fireEvent.click(mood.getByRole('checkbox', { name }));
  fireEvent.click(mood.getByRole('button', { name: 'Apply' }));
  const paid = await filterBy('isPaid');
  fireEvent.click(paid.getByRole('radio', { name: 'No' }));
  fireEvent.click(paid.getByRole('button', { name: 'Apply' }));
  expect(query(router)).toEqual({ 'mood[in]': 'GOOD,NOT_SURE', isPaid: 'false' });
  expect(chips()).toEqual(['Mood: Good or Not sure', 'Paid: No']);
});

test.each([
  ['city', 'City', 'cityId'],
  ['tags', 'Tags', 'tags[some]'],
])('filters by a record of %s', async (field, label, parameter) => {
  const router = await open();
  const dialog = await filterBy(field);
  const picker = dialog.getByRole('combobox', { name: label });
  fireEvent.focus(picker);
  fireEvent.keyDown(picker, { key: 'ArrowDown' });
  fireEvent.click(await screen.findByRole('option', { name: 'Rome', hidden: true }));
  fireEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(query(router)).toEqual({ [parameter]: 'c1' });
  await waitFor(() => expect(chips()).toEqual([`${label}: Rome`]));
});

test('shows the filters in the URL in words', async () => {
  const filters = {
    'title[startsWith]': 'a',
    'length[gt]': '1000',
    'seenAt[gte]': start('2026-01-01'),
    'seenAt[lt]': start('2026-02-01'),
    'isPaid[null]': 'true',
    notes: '',
    'city.name[contains]': 'om',
  };
  await open(`?${new URLSearchParams(filters)}`);
  expect(chips()).toEqual([
    'Title starts with a',
    'Length is more than 1000',
    expect.stringMatching(/^Seen at: from .*1.*2026$/),
    expect.stringMatching(/^Seen at: to .*31.*2026$/),
    'Paid is empty',
    'Notes is empty',
    'City (Name) contains om',
  ]);
});

test('a filter starts with the current values and replaces those of its field', async () => {
  const router = await open('?length%5Bgte%5D=5&length%5Bne%5D=7&sort=title');
  const dialog = await filterBy('length');
  expect(dialog.getByLabelText<HTMLInputElement>('From').value).toBe('5');
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: '6' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Apply' }));
  expect(query(router)).toEqual({ 'length[gte]': '6', sort: 'title' });
});

test('removes one filter, or all of them, and the back button restores them', async () => {
  const router = await open('?title=a&isPaid=true&sort=title');
  fireEvent.click(screen.getByRole('button', { name: 'Remove the filter by Paid' }));
  expect(query(router)).toEqual({ title: 'a', sort: 'title' });
  fireEvent.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(query(router)).toEqual({ sort: 'title' });
  await router.navigate(-1);
  await router.navigate(-1);
  expect(query(router)).toEqual({ title: 'a', isPaid: 'true', sort: 'title' });
});

test('counts the records once for each filter, apart from the pages', async () => {
  await open('?isPaid=true');
  await screen.findByText(`1 of ${formatNumber(12_345)} Visits`);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText(`26 of ${formatNumber(12_345)} Visits`);
  fireEvent.click(screen.getByRole('button', { name: 'Title' }));
  await waitFor(() => expect(requests.at(-1)).toContain('sort=title'));
  const counts = requests.filter((path) => path.includes('count'));
  expect(counts).toEqual(['/api/visits?isPaid=true&limit=1&count=true']);
});

test('shows the position before the count arrives', async () => {
  await open();
  const answer = fetch;
  vi.stubGlobal('fetch', (path: string) =>
    path.includes('count') ? new Promise(() => {}) : answer(path),
  );
  fireEvent.change(screen.getByLabelText('Filter by Paid'), { target: { value: 'true' } });
  expect(await screen.findByText('1')).toBeDefined();
  expect(screen.getByRole('link', { name: 'First' })).toBeDefined();
});

test('remembers the page size and the columns', async () => {
  const router = await open();
  fireEvent.change(screen.getByLabelText('Records per page'), { target: { value: '100' } });
  expect(query(router)).toEqual({ limit: '100' });
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Day' }));
  expect(JSON.parse(localStorage.getItem('list:/visits') ?? '')).toMatchObject({
    limit: '100',
    columns: { day: false },
  });
});

test('starts with the remembered page size and columns, and restores the default', async () => {
  const look = { limit: '100', columns: { day: false, title: false, gone: true } };
  localStorage.setItem('list:/visits', JSON.stringify(look));
  await open();
  expect(requests[0]).toBe('/api/visits?limit=100');
  expect(screen.queryByRole('columnheader', { name: 'Day' })).toBeNull();
  expect(screen.getByRole('columnheader', { name: 'Title' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Default columns' }));
  expect(await screen.findByRole('columnheader', { name: 'Day', hidden: true })).toBeDefined();
});

test.each(['{', 'null', '[]', '{"limit":7,"columns":[]}', '{"limit":"1000","columns":{}}'])(
  'ignores the broken stored options %s',
  async (text) => {
    localStorage.setItem('list:/visits', text);
    await open();
    expect(requests[0]).toBe('/api/visits?limit=25');
    expect(screen.getByRole('columnheader', { name: 'Day' })).toBeDefined();
  },
);
