import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Column } from '@/components/records/Cell';
import { ImportDialog } from '@/components/records/ImportDialog';
import { RecordList } from '@/components/records/RecordList';
import {
  type ImportReport,
  importFields,
  importRows,
  matchFields,
  readCsv,
  recordOf,
  rejectionsCsv,
} from '@/lib/csv-import';
import { ProblemError } from '@/lib/api';
import { download } from '@/lib/download';
import { AreaContext } from '@/hooks/useArea';
import { createQueryClient } from '@/lib/query';
import { defineResource, siteArea } from '@/lib/resource';
import './support';

vi.mock('@/lib/download', async (original) => ({
  ...(await original<object>()),
  download: vi.fn<typeof download>(),
}));

interface Visit {
  id: string;
  title: string;
}

const schema = z.object({
  title: z.string().min(2, { error: 'Too short' }),
  length: z.int32().nullish(),
  isPaid: z.boolean().nullish(),
  seenAt: z.iso.datetime().nullish(),
  day: z.iso.date().nullish(),
  price: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .nullish(),
  extra: z.unknown().optional(),
  cityId: z.string().optional(),
  tagIds: z.array(z.string()).optional(),
});

const columns: readonly Column<Visit & { length: number; extra: unknown; city: object }>[] = [
  { field: 'title', label: 'Titel' },
  { field: 'length', label: 'Length', type: 'number' },
  { field: 'extra', label: 'Extra', type: 'json' },
];

const fields = importFields(schema, columns);
const fieldOf = (name: string) => fields.find((field) => field.name === name);

test('matches columns by name or label, each field once', () => {
  const headers = ['titel', 'LENGTH', 'is_paid', 'Title', 'unknown'];
  const names = matchFields(headers, fields).map((field) => field?.name);
  expect(names).toEqual(['title', 'length', 'isPaid', undefined, undefined]);
  expect(fields.filter(({ isRequired }) => isRequired)).toEqual([fieldOf('title')]);
});

test.each([
  ['title', '12', '12'],
  ['title', "'=A1", '=A1'],
  ['title', "'quoted", "'quoted"],
  ['length', '-3', -3],
  ['isPaid', 'Yes', true],
  ['isPaid', 'false', false],
  ['seenAt', '2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z'],
  ['seenAt', '2026-01-31 12:00', new Date('2026-01-31T12:00').toISOString()],
  ['seenAt', '31.1.2026 12:00', new Date('2026-01-31T12:00').toISOString()],
  ['day', '31.01.2026', '2026-01-31'],
  ['price', '1,234.50', '1234.50'],
  ['extra', '{"a":[1]}', { a: [1] }],
  ['tagIds', 'a, b;c', ['a', 'b', 'c']],
])('reads %s from %s', (name, text, value) => {
  const row = { number: 2, cells: ['Title', text] };
  const mapped = name === 'title' ? [undefined, fieldOf(name)] : [fieldOf('title'), fieldOf(name)];
  const result = recordOf(row, { schema, fields: mapped });
  expect(result).toMatchObject({ record: { [name]: value } });
});

test('omits empty cells, and names the fields of invalid and missing values', () => {
  const mapped = [fieldOf('title'), fieldOf('length')];
  const empty = { number: 2, cells: ['Title', ' '] };
  expect(recordOf(empty, { schema, fields: mapped })).toEqual({
    row: empty,
    record: { title: 'Title' },
  });
  const wrong = { number: 3, cells: ['', 'many'] };
  expect(recordOf(wrong, { schema, fields: mapped })).toEqual({
    rejections: [
      { row: wrong, field: 'Titel', reason: 'This is required.' },
      { row: wrong, field: 'Length', reason: expect.stringContaining('number') },
    ],
  });
});

test('reads separators, quotes and blank rows', async () => {
  const file = new File(['\uFEFFtitle;length\r\n"a;\nb";1\r\n\r\n;\r\nc;2\r\n'], 'a.csv');
  expect(await readCsv(file)).toEqual({
    headers: ['title', 'length'],
    rows: [
      { number: 2, cells: ['a;\nb', '1'] },
      { number: 5, cells: ['c', '2'] },
    ],
  });
});

test('reads a file in Windows-1252', async () => {
  const file = new File([Uint8Array.from([0x74, 0x0a, 0xc4, 0x72, 0x7a, 0x74, 0x65])], 'a.csv');
  expect((await readCsv(file)).rows).toEqual([{ number: 2, cells: ['Ärzte'] }]);
});

/** Imports this many rows. `create` gets the titles of each request. */
function importTitles(count: number, create: (titles: string[]) => void): Promise<ImportReport> {
  const rows = Array.from({ length: count }, (_, index) => ({
    number: index + 2,
    cells: [`Title ${index}`],
  }));
  return importRows(rows, {
    schema,
    fields: [fieldOf('title')],
    create: async (records) => create(records.map((record) => schema.parse(record).title)),
    onProgress: () => {},
    signal: new AbortController().signal,
  });
}

function refuse(index: number, status = 409): never {
  const errors = [{ pointer: `/create/${index}/title`, detail: 'Already taken' }];
  throw new ProblemError(status, { detail: 'Refused', errors });
}

test('imports in requests of at most 500 records', async () => {
  const sizes: number[] = [];
  const report = await importTitles(1_201, (titles) => void sizes.push(titles.length));
  expect(sizes).toEqual([500, 500, 201]);
  expect(report).toEqual({ imported: 1_201, rejections: [] });
});

test('a refused row does not keep the others from being imported', async () => {
  const stored = new Set<string>();
  const bad = new Set(['Title 3', 'Title 700', 'Title 701', 'Title 1200']);
  const report = await importTitles(1_201, (titles) => {
    const index = titles.findIndex((title) => bad.has(title));
    if (index >= 0) refuse(index);
    for (const title of titles) stored.add(title);
  });
  expect(stored.size).toBe(1_197);
  expect(report.imported).toBe(1_197);
  expect(report.rejections.map(({ row, field, reason }) => [row.number, field, reason])).toEqual(
    [5, 702, 703, 1202].map((number) => [number, 'Titel', 'Already taken']),
  );
});

test('sends few records if the server refuses every row', async () => {
  let sent = 0;
  const report = await importTitles(1_000, (titles) => {
    sent += titles.length;
    refuse(0);
  });
  expect(report.imported).toBe(0);
  expect(report.rejections).toHaveLength(1_000);
  expect(sent).toBeLessThan(2_100);
});

test('halves requests that are too large, and waits if there are too many', async () => {
  const sizes: number[] = [];
  let isFirst = true;
  const report = await importTitles(400, (titles) => {
    if (isFirst) {
      isFirst = false;
      throw new ProblemError(429, { retryAfter: 0.01 });
    }
    sizes.push(titles.length);
    if (titles.length > 150) throw new ProblemError(413, {});
  });
  expect(report).toEqual({ imported: 400, rejections: [] });
  expect(sizes.slice(0, 3)).toEqual([400, 200, 100]);
});

test('a stopped import does not wait for the end of a pause', async () => {
  const controller = new AbortController();
  const report = await importRows([{ number: 2, cells: ['Title'] }], {
    schema,
    fields: [fieldOf('title')],
    create: () => {
      setTimeout(() => controller.abort());
      throw new ProblemError(429, { retryAfter: 3_600 });
    },
    onProgress: () => {},
    signal: controller.signal,
  });
  expect(report.imported).toBe(0);
  expect(report.rejections.map(({ row }) => row.number)).toEqual([2]);
});

test('stops at an error that concerns no row, and reports the other rows', async () => {
  let requests = 0;
  const report = await importTitles(1_200, () => {
    requests += 1;
    if (requests === 2) throw new ProblemError(503, { detail: 'Not ready' });
  });
  expect(report.imported).toBe(500);
  expect(report.rejections).toHaveLength(700);
  expect(report.rejections[0]).toMatchObject({ row: { number: 502 }, reason: 'Not ready' });
  expect(report.error?.message).toBe('Not ready');
});

test('repeats a request without a response, and then stops', async () => {
  let requests = 0;
  const lost = await importTitles(2, () => {
    requests += 1;
    if (requests === 1) throw new ProblemError(0, { detail: 'Unreachable' });
  });
  expect([lost, requests]).toEqual([{ imported: 2, rejections: [] }, 2]);
  requests = 0;
  const unreachable = await importTitles(2, () => {
    requests += 1;
    throw new ProblemError(0, { detail: 'Unreachable' });
  });
  expect([unreachable.error?.message, requests]).toEqual(['Unreachable', 3]);
});

test('the file of rejected rows runs no formulas and keeps the values', async () => {
  const row = { number: 4, cells: ['=A1', 'a,b'] };
  const data = rejectionsCsv(['title', 'notes'], [{ row, field: 'Titel', reason: 'Wrong' }]);
  expect((await data.text()).replace('\uFEFF', '')).toBe(
    'Row,Field,Reason,title,notes\r\n4,Titel,Wrong,"\'=A1","a,b"',
  );
});

const visits = defineResource<Visit>({
  path: '/visits',
  singular: 'Visit',
  plural: 'Visits',
  display: 'title',
  input: async () => schema,
});

afterEach(() => vi.mocked(download).mockReset());

/** Renders a dialog and starts the import of a file. Returns the keys of its requests. */
async function startImport(respond: () => Promise<Response>, content = 'title\nFirst\n') {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit = {}) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    return respond();
  });
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <AreaContext value={siteArea}>
        <ImportDialog resource={visits} columns={columns} onClose={vi.fn<() => void>()} />
      </AreaContext>
    </QueryClientProvider>,
  );
  const file = new File([content], 'visits.csv', { lastModified: 1 });
  fireEvent.change(await screen.findByLabelText('CSV file'), { target: { files: [file] } });
  fireEvent.click(await screen.findByRole('button', { name: 'Import one row' }));
  return { keys, unmount };
}

/** Imports a file in a dialog. The server responds with this status. */
async function importWith(status: number, content?: string) {
  const respond = async () => Response.json({ detail: 'Failed' }, { status });
  const { keys, unmount } = await startImport(respond, content);
  await screen.findByText(/^Imported records/);
  const offersFile = screen.queryByRole('button', { name: 'Download the rejected rows' }) !== null;
  unmount();
  return { keys, offersFile };
}

test('sends the same key for a file until its import has finished', async () => {
  const failed = await importWith(500);
  const resumed = await importWith(200);
  const again = await importWith(200);
  expect(failed.keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}-2$/)]);
  expect(resumed.keys).toEqual(failed.keys);
  // The user wants the records of a finished import once more.
  expect(again.keys).not.toEqual(failed.keys);
  // The rows of the request may be stored.
  expect(failed.offersFile).toBe(false);
});

test('sends the same key after a navigation, and another one after a stopped import', async () => {
  let respond: (response: Response) => void = () => {};
  const pending = () => new Promise<Response>((resolve) => (respond = resolve));
  const left = await startImport(pending);
  left.unmount();
  respond(Response.json({}));
  await waitFor(() => expect(left.keys).toHaveLength(1));
  const stopped = await startImport(pending);
  expect(stopped.keys).toEqual(left.keys);
  fireEvent.click(await screen.findByRole('button', { name: 'Stop the import' }));
  respond(Response.json({}));
  await screen.findByText(/^Imported records/);
  stopped.unmount();
  const again = await importWith(200);
  expect(again.keys).not.toEqual(left.keys);
});

test('sends another key for another file after an unfinished import', async () => {
  const failed = await importWith(500);
  const other = await importWith(200, 'title\nAnother\n');
  expect(other.keys).not.toEqual(failed.keys);
});

/** Opens a list and its menu. Bulk requests refuse the title `Taken`. */
async function openMenu(query = '') {
  const requests: { path: string; accept: string | null; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit = {}) => {
    const text = typeof body === 'string' ? body : 'null';
    const accept = new Headers(headers).get('accept');
    requests.push({ path, accept, body: JSON.parse(text) });
    if (accept === 'text/csv') return new Response('id,title\r\n1,First\r\n');
    if (!path.endsWith('/bulk')) return Response.json([{ id: '1', title: 'First' }]);
    const { create } = z.object({ create: z.array(schema) }).parse(JSON.parse(text));
    const index = create.findIndex(({ title }) => title === 'Taken');
    const errors = [{ pointer: `/create/${index}/title`, detail: 'Already taken' }];
    return index < 0 ? Response.json({}) : Response.json({ errors }, { status: 409 });
  });
  const element = <RecordList resource={visits} columns={[{ field: 'title', label: 'Titel' }]} />;
  const router = createMemoryRouter([{ path: '/', element }], { initialEntries: [`/${query}`] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('link', { name: 'First' });
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }));
  return requests;
}

/** The first bytes of a file that Excel reads as UTF-8. */
const utf8Mark = [0xef, 0xbb, 0xbf];

test('exports the records that the filters select', async () => {
  const requests = await openMenu('?title%5Bcontains%5D=F&sort=title&limit=10');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Export as CSV' }));
  await waitFor(() => expect(download).toHaveBeenCalledOnce());
  expect(requests.at(-1)).toMatchObject({
    path: '/api/visits?title%5Bcontains%5D=F&sort=title',
    accept: 'text/csv',
  });
  const [data, name] = vi.mocked(download).mock.lastCall ?? [];
  expect([...new Uint8Array((await data?.arrayBuffer()) ?? [])].slice(0, 3)).toEqual(utf8Mark);
  expect((await data?.text())?.replace('\uFEFF', '')).toBe('id,title\r\n1,First\r\n');
  expect(name).toBe('visits.csv');
});

test('imports a file and reports the rejected rows', async () => {
  const requests = await openMenu();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Import CSV…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Visits' }));
  const input = await dialog.findByLabelText('CSV file');
  const content = 'Name,Length\nFirst,1\nTaken,2\nX,3\nLast,4\n';
  fireEvent.change(input, { target: { files: [new File([content], 'visits.csv')] } });
  expect(await dialog.findByText('Each record needs a value for: Titel')).toBeDefined();
  const start = dialog.getByRole('button', { name: 'Import 4 rows' });
  expect(start).toHaveProperty('disabled', true);
  const column = dialog.getByLabelText('Field of the column Name');
  fireEvent.change(column, { target: { value: 'title' } });
  fireEvent.click(start);
  await dialog.findByText('Imported records: 2. Rejected rows: 2.');
  const rows = dialog.getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '3TitelAlready taken',
    '4TitelToo short',
  ]);
  const bodies = requests.filter(({ path }) => path.endsWith('/bulk')).map(({ body }) => body);
  expect(bodies.at(-1)).toEqual({
    create: [
      { title: 'First', length: 1 },
      { title: 'Last', length: 4 },
    ],
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Download the rejected rows' }));
  expect(vi.mocked(download).mock.lastCall?.[1]).toBe('visits-rejected.csv');
});

test('refuses a file without rows', async () => {
  await openMenu();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Import CSV…' }));
  const input = await screen.findByLabelText('CSV file');
  fireEvent.change(input, { target: { files: [new File(['title\n'], 'visits.csv')] } });
  expect((await screen.findByRole('alert')).textContent).toContain('no rows');
});

test('a file without rows replaces the file before it', async () => {
  await openMenu();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Import CSV…' }));
  const input = await screen.findByLabelText('CSV file');
  const choose = (content: string) =>
    fireEvent.change(input, { target: { files: [new File([content], 'visits.csv')] } });
  choose('title\nFirst\n');
  await screen.findByRole('button', { name: 'Import one row' });
  choose('title\n');
  await screen.findByRole('alert');
  expect(screen.queryByRole('button', { name: 'Import one row' })).toBeNull();
});

test('does not offer fields that the user may not set', async () => {
  const guarded = defineResource<Visit & { length: number }>({
    path: '/visits',
    singular: 'Visit',
    plural: 'Visits',
    display: 'title',
    fields: { length: { read: 'public', write: 'admin' } },
    input: async () => schema,
  });
  const client = createQueryClient();
  client.setQueryData(['admin', 'access'], { isAllowed: false, userId: 'ada', roles: [] });
  render(
    <QueryClientProvider client={client}>
      <AreaContext value={siteArea}>
        <ImportDialog resource={guarded} columns={columns} onClose={vi.fn<() => void>()} />
      </AreaContext>
    </QueryClientProvider>,
  );
  const file = new File(['title,length\nFirst,1\n'], 'visits.csv');
  fireEvent.change(await screen.findByLabelText('CSV file'), { target: { files: [file] } });
  const column = await screen.findByLabelText<HTMLSelectElement>('Field of the column length');
  expect(column.value).toBe('');
  expect([...column.options].map(({ value }) => value)).not.toContain('length');
});
