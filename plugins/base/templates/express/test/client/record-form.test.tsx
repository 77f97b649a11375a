import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { TextField } from '@/components/fields';
import { EditRecord } from '@/components/records/EditRecord';
import { FormLayout, type FormProps } from '@/components/records/FormLayout';
import { AreaContext } from '@/hooks/useArea';
import { useRecordForm } from '@/hooks/useRecordForm';
import { createQueryClient } from '@/lib/query';
import { adminArea, defineResource, siteArea } from '@/lib/resource';
import './support';

interface Note {
  id: string;
  text: string;
  more?: string;
}

const notes = defineResource<Note>({
  path: '/notes',
  singular: 'Note',
  plural: 'Notes',
  display: 'text',
});
const schema = z.object({ text: z.string(), more: z.string().optional() });

function NewNote() {
  const form = useRecordForm(notes, { schema, record: undefined, defaults: { text: 'First' } });
  return <FormLayout form={form} />;
}

function NoteForm({ record }: FormProps<Note>) {
  const form = useRecordForm(notes, { schema, record });
  return (
    <FormLayout form={form}>
      <TextField control={form.control} name="text" label="Text" required />
      <TextField control={form.control} name="more" label="More" />
    </FormLayout>
  );
}

const limited = { ...notes, fields: { more: { read: 'public', write: ['EDITOR'] } } } as const;

/** A form whose second field is for editors. */
function NewLimitedNote() {
  const defaults = { text: 'First', more: 'Second' };
  const form = useRecordForm(limited, { schema, record: undefined, defaults });
  return (
    <FormLayout form={form}>
      {form.maySet('more') && <TextField control={form.control} name="more" label="More" />}
    </FormLayout>
  );
}

const pages = [
  { path: '/limited', element: <NewLimitedNote /> },
  { path: '/notes/:id', element: <p>The record on the site</p> },
  { path: '/', element: <NewNote /> },
  { path: '/new', element: <NoteForm /> },
  { path: '/admin/notes/:id', element: <Link to="/admin/notes/1/edit">The record</Link> },
  { path: '/admin/notes/:id/edit', element: <EditRecord resource={notes} form={NoteForm} /> },
];

async function openForm(address = '/', area = adminArea): Promise<HTMLElement> {
  const router = createMemoryRouter(pages, { initialEntries: [address] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AreaContext value={area}>
        <RouterProvider router={router} />
      </AreaContext>
    </QueryClientProvider>,
  );
  return screen.findByRole('button', { name: 'Save' });
}

test('saves once when submitted repeatedly', async () => {
  const server = vi.fn<() => Promise<Response>>(async () => Response.json({ id: '1' }));
  vi.stubGlobal('fetch', server);
  const save = await openForm();
  fireEvent.click(save);
  fireEvent.click(save);
  await screen.findByText('The record');
  expect(server).toHaveBeenCalledTimes(1);
});

test('saves again after a failed attempt', async () => {
  const server = vi.fn<() => Promise<Response>>(async () => Response.json({ id: '1' }));
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', server);
  fireEvent.click(await openForm());
  await screen.findByRole('alert');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The record')).toBeDefined();
});

test('sends the same key only with the same values', async () => {
  const requests: (readonly [unknown, string | null])[] = [];
  vi.stubGlobal('fetch', (_: string, { body, headers }: RequestInit) => {
    requests.push([body, new Headers(headers).get('Idempotency-Key')]);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  const save = await openForm('/new');
  for (const text of ['One', 'One', 'Two']) {
    fireEvent.change(screen.getByLabelText('Text'), { target: { value: text } });
    const sent = requests.length;
    await vi.waitFor(() => {
      if (requests.length === sent) fireEvent.click(save);
      expect(requests).toHaveLength(sent + 1);
    });
  }
  const [first, second, third] = requests;
  expect(first?.[1]).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toEqual(first);
  expect(third?.[0]).not.toBe(first?.[0]);
  expect(third?.[1]).not.toBe(first?.[1]);
});

test('reports a missing network without waiting', async () => {
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  fireEvent.click(await openForm());
  expect((await screen.findByRole('alert')).textContent).toContain('can’t be reached');
});

test('starts with the stored values, not with cached ones', async () => {
  let stored: Note = { id: '1', text: 'First' };
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    if (typeof body === 'string') stored = { ...stored, ...JSON.parse(body) };
    await new Promise((resolve) => setTimeout(resolve, 50));
    return Response.json(stored);
  });
  const save = await openForm('/admin/notes/1/edit');
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Second' } });
  fireEvent.click(save);
  fireEvent.click(await screen.findByText('The record'));
  expect(await screen.findByDisplayValue('Second')).toBeDefined();
});

test('shows the changes of another user, and keeps the user’s own', async () => {
  let stored = { id: '1', text: 'First', more: 'One' };
  let version = 1;
  const respond = () => Response.json(stored, { headers: { etag: `"${version}"` } });
  const matches: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    if (typeof body !== 'string') return respond();
    const match = new Headers(headers).get('if-match');
    matches.push(match);
    if (match !== `"${version}"`) {
      return Response.json({ code: 'changed_since_read' }, { status: 412 });
    }
    stored = { ...stored, ...JSON.parse(body) };
    return respond();
  });
  const save = await openForm('/admin/notes/1/edit');
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Mine' } });
  stored = { id: '1', text: 'Theirs', more: 'Two' };
  version = 2;
  fireEvent.click(save);
  expect((await screen.findByRole('alert')).textContent).toContain('Another user has changed');
  expect(await screen.findByText('Another user entered “Theirs”.')).toBeDefined();
  expect(screen.getByDisplayValue('Mine')).toBeDefined();
  expect(screen.getByDisplayValue('Two')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The record');
  expect(matches).toEqual(['"1"', '"2"']);
  expect(stored).toMatchObject({ text: 'Mine', more: 'Two' });
});

test.each([
  ['an editor', ['EDITOR'], { text: 'First', more: 'Second' }],
  ['another user', [], { text: 'First' }],
])('sends only the fields that %s may set', async (_, roles, expected) => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url.endsWith('/access')) return Response.json({ isAllowed: false, userId: 'ann', roles });
    sent.push(JSON.parse(String(body)));
    return Response.json({ id: '1' });
  });
  const save = await openForm('/limited', siteArea);
  const isShown = roles.length > 0;
  await waitFor(() => expect(screen.queryByLabelText(/^More/) !== null).toBe(isShown));
  fireEvent.click(save);
  await screen.findByText('The record on the site');
  expect(sent).toEqual([expected]);
});
