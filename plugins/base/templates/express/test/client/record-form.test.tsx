import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useController } from 'react-hook-form';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { DateField, RelationField, TextField } from '@/components/fields';
import { EditRecord } from '@/components/records/EditRecord';
import { FormLayout, type FormProps } from '@/components/records/FormLayout';
import { confirmDialog } from '@/components/records/UnsavedChanges';
import { RecordGuard } from '@/components/records/RecordGuard';
import { AreaContext } from '@/hooks/useArea';
import { callerKey } from '@/hooks/useCaller';
import { useRecordForm } from '@/hooks/useRecordForm';
import { forgetDrafts, keepDraft } from '@/lib/drafts';
import { createQueryClient } from '@/lib/query';
import { adminArea, type Area, defineResource, siteArea } from '@/lib/resource';
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
const load = vi.fn<() => Promise<typeof schema>>();

beforeEach(() => {
  load.mockResolvedValue(schema);
});
afterEach(() => vi.restoreAllMocks());

function NewNote() {
  const form = useRecordForm(notes, {
    schema: async () => schema,
    record: undefined,
    defaults: { text: 'First' },
  });
  return <FormLayout form={form} />;
}

function NoteForm({ record }: FormProps<Note>) {
  const form = useRecordForm(notes, { schema: load, record });
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
  const form = useRecordForm(limited, { schema: async () => schema, record: undefined, defaults });
  return (
    <FormLayout form={form}>
      {form.maySet('more') && <TextField control={form.control} name="more" label="More" />}
    </FormLayout>
  );
}

const forMembers = { ...notes, access: { ...notes.access, create: 'authenticated' } } as const;

/** A form for signed-in users. */
function GuardedNote() {
  return (
    <RecordGuard resource={forMembers} operation="create">
      <NoteForm />
    </RecordGuard>
  );
}

const ownedByEditors = {
  ...notes,
  access: { ...notes.access, create: ['EDITOR', 'owner'] },
} as const;

/** A form with an owner. */
function NewOwnedNote() {
  const form = useRecordForm(ownedByEditors, { schema: async () => schema, record: undefined });
  return (
    <FormLayout form={form}>
      {form.maySetOwner && <TextField control={form.control} name="more" label="Owner" />}
    </FormLayout>
  );
}

interface Visit {
  id: string;
  text: string;
  day: string;
  noteId: string;
}

const visits = defineResource<Visit>({
  path: '/visits',
  singular: 'Visit',
  plural: 'Visits',
  display: 'text',
});
const visitSchema = z.object({ day: z.string(), noteId: z.string() });

function VisitForm({ record }: FormProps<Visit>) {
  const form = useRecordForm(visits, { schema: async () => visitSchema, record });
  return (
    <FormLayout form={form}>
      <DateField control={form.control} name="day" label="Day" />
      <RelationField control={form.control} name="noteId" label="Note" resource={notes} />
    </FormLayout>
  );
}

const guarded = { ...notes, fields: { more: { read: ['EDITOR'], write: 'public' } } } as const;
const secretSchema = schema.extend({ password: z.string() });

/** A form with values that may not be stored. */
function SecretForm() {
  const form = useRecordForm(guarded, { schema: async () => secretSchema, record: undefined });
  const password = useController({ control: form.control, name: 'password' }).field;
  return (
    <FormLayout form={form}>
      <TextField control={form.control} name="text" label="Text" required />
      <TextField control={form.control} name="more" label="Code" required />
      <input type="password" aria-label="Password" {...password} value={password.value ?? ''} />
    </FormLayout>
  );
}

const pages = [
  { path: '/secrets', element: <SecretForm /> },
  { path: '/admin/visits/:id/edit', element: <EditRecord resource={visits} form={VisitForm} /> },
  { path: '/owned', element: <NewOwnedNote /> },
  { path: '/limited', element: <NewLimitedNote /> },
  { path: '/notes/:id', element: <p>The record on the site</p> },
  { path: '/guarded', element: <GuardedNote /> },
  { path: '/', element: <NewNote /> },
  { path: '/new', element: <NoteForm /> },
  { path: '/admin/notes/:id', element: <Link to="/admin/notes/1/edit">The record</Link> },
  { path: '/admin/notes/:id/edit', element: <EditRecord resource={notes} form={NoteForm} /> },
];

const queryClient = createQueryClient();

async function openForm(address = '/', area = adminArea): Promise<HTMLElement> {
  // Drops the unsaved values of another test.
  sessionStorage.clear();
  return reopenForm(address, area);
}

async function reopenForm(address: string, area: Area): Promise<HTMLElement> {
  const router = createMemoryRouter(pages, { initialEntries: [address] });
  queryClient.clear();
  if (area === adminArea) {
    queryClient.setQueryData(callerKey, { isAllowed: true, userId: 'ann', roles: [] });
  }
  render(
    <QueryClientProvider client={queryClient}>
      <AreaContext value={area}>
        <RouterProvider router={router} />
      </AreaContext>
    </QueryClientProvider>,
  );
  return screen.findByRole('button', { name: 'Save' });
}

test('asks browsers not to fill in the data of the user', async () => {
  await openForm('/new');
  const text = await screen.findByLabelText<HTMLInputElement>('Text');
  expect(text.form?.getAttribute('autocomplete')).toBe('off');
});

test('saves once when submitted repeatedly', async () => {
  const server = vi.fn<typeof fetch>(async () => Response.json({ id: '1' }));
  vi.stubGlobal('fetch', server);
  const save = await openForm();
  fireEvent.click(save);
  fireEvent.click(save);
  await screen.findByText('The record');
  expect(server.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1);
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

test('saves after the schema could not be loaded', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ id: '1' }));
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  const save = await openForm('/new');
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Typed' } });
  fireEvent.click(save);
  expect((await screen.findByRole('alert')).textContent).toContain('can’t be reached');
  load.mockResolvedValue(schema);
  fireEvent.click(save);
  expect(await screen.findByText('The record')).toBeDefined();
});

test.each([
  ['leaves the page', true],
  ['stays', false],
])('%s after an answer to the browser, if the dialog cannot be loaded', async (_, isLeaving) => {
  vi.stubGlobal('fetch', async () => Response.json({ id: '1', text: 'First' }));
  vi.spyOn(confirmDialog, 'get').mockReturnValue(undefined);
  vi.spyOn(confirmDialog, 'load').mockRejectedValue(new TypeError('Failed to fetch'));
  const ask = vi.fn<typeof confirm>(() => isLeaving);
  vi.stubGlobal('confirm', ask);
  await openForm('/admin/notes/1/edit');
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Typed' } });
  fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
  await waitFor(() => expect(ask).toHaveBeenCalledOnce());
  await waitFor(() => expect(screen.queryByDisplayValue('Typed') === null).toBe(isLeaving));
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

test('saves a record without an owner', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    if (typeof body === 'string') sent.push(JSON.parse(body));
    return Response.json({ id: '1', text: 'First', more: null });
  });
  const save = await openForm('/admin/notes/1/edit');
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Second' } });
  fireEvent.click(save);
  await screen.findByText('The record');
  expect(sent).toEqual([{ text: 'Second' }]);
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

test('shows the values of another user as people read them', async () => {
  const titles: Record<string, string> = { a: 'Mine', b: 'Old', c: 'Theirs' };
  let visit = { id: '1', text: 'Visit', day: '2026-01-01', noteId: 'b' };
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'PATCH') return Response.json({ code: 'changed_since_read' }, { status: 412 });
    if (url.startsWith('/api/visits')) return Response.json(visit, { headers: { etag: '"1"' } });
    const [, id = ''] = /^\/api\/notes\/(\w)/.exec(url) ?? [];
    return Response.json(id === '' ? [{ id: 'a', text: 'Mine' }] : { id, text: titles[id] });
  });
  const save = await openForm('/admin/visits/1/edit');
  fireEvent.change(screen.getByLabelText(/^Day/), { target: { value: '2026-02-02' } });
  const picker = await screen.findByRole('combobox', { name: 'Note' });
  fireEvent.focus(picker);
  fireEvent.keyDown(picker, { key: 'ArrowDown' });
  fireEvent.click(await screen.findByRole('option', { name: 'Mine' }));
  visit = { ...visit, day: '2026-03-03', noteId: 'c' };
  fireEvent.click(save);
  expect(await screen.findByText('Another user entered “Mar 3, 2026”.')).toBeDefined();
  expect(await screen.findByText('Another user entered “Theirs”.')).toBeDefined();
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

test.each([
  ['an administrator', { isAllowed: true, roles: ['ADMIN'] }, true],
  ['a user with a role of the rule', { isAllowed: false, roles: ['EDITOR'] }, true],
  ['another user', { isAllowed: false, roles: ['USER'] }, false],
])('shows whether %s may set the owner', async (_, caller, isOffered) => {
  vi.stubGlobal('fetch', async () => Response.json({ userId: 'ann', ...caller }));
  await openForm('/owned', siteArea);
  await waitFor(() => expect(queryClient.getQueryData(callerKey)).toBeDefined());
  await waitFor(() => expect(screen.queryByLabelText(/^Owner/) !== null).toBe(isOffered));
});

test.each([
  ['the same user gets the unsaved values back', 'ann', 'Draft'],
  ['another user does not get the unsaved values', 'bob', ''],
])('after a session has ended, %s', async (_, next, expected) => {
  let userId: string | null = 'ann';
  vi.stubGlobal('fetch', async () => Response.json({ isAllowed: false, userId, roles: [] }));
  const changeUser = (user: string | null) => {
    userId = user;
    return act(() => queryClient.resetQueries({ queryKey: callerKey }));
  };
  await openForm('/guarded', siteArea);
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Draft' } });
  await changeUser(null);
  await screen.findByText(/Your session has ended/);
  expect(screen.queryByLabelText('Text')).toBeNull();
  await changeUser(next);
  expect(await screen.findByLabelText('Text')).toHaveProperty('value', expected);
  await changeUser('ann');
  expect(await screen.findByLabelText('Text')).toHaveProperty('value', expected);
});

/** Unloads the page, and opens it again. */
async function reload(address: string) {
  fireEvent(window, new Event('pagehide'));
  cleanup();
  await reopenForm(address, adminArea);
}

test('restores unsaved input after a reload, once', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ id: '1', text: 'First' }));
  await openForm('/admin/notes/1/edit');
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Draft' } });
  await reload('/admin/notes/1/edit');
  expect(await screen.findByDisplayValue('Draft')).toBeDefined();
  expect(sessionStorage.getItem('draft')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await screen.findByText('The record');
  await reload('/admin/notes/1/edit');
  expect(await screen.findByDisplayValue('First')).toBeDefined();
});

test('restores unsaved input, except in fields that the user has changed before', async () => {
  let respond: (response: Response) => void = () => undefined;
  const caller = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  vi.stubGlobal('fetch', () => caller);
  const values = { text: 'Draft', more: 'Draft of more' };
  keepDraft({ page: '/new', userId: 'ann', values });
  await reopenForm('/new', siteArea);
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Typed' } });
  respond(Response.json({ isAllowed: false, userId: 'ann', roles: [] }));
  expect(await screen.findByDisplayValue('Draft of more')).toBeDefined();
  expect(screen.getByDisplayValue('Typed')).toBeDefined();
});

test('after a reload, does not overwrite the change of another user', async () => {
  let stored = { id: '1', text: 'First' };
  let version = 1;
  vi.stubGlobal('fetch', async (_: string, { body, headers }: RequestInit) => {
    const match = new Headers(headers).get('if-match');
    if (typeof body === 'string' && match !== null && match !== `"${version}"`) {
      return Response.json({ code: 'changed_since_read' }, { status: 412 });
    }
    return Response.json(stored, { headers: { etag: `"${version}"` } });
  });
  await openForm('/admin/notes/1/edit');
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Mine' } });
  stored = { id: '1', text: 'Theirs' };
  version = 2;
  await reload('/admin/notes/1/edit');
  await screen.findByDisplayValue('Mine');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Another user entered “Theirs”.')).toBeDefined();
});

test('stores no password, no field that the user cannot read, and nothing after a sign-out', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ userId: 'ann', roles: [] }));
  const secret = 'not to be stored';
  const kept = () => {
    fireEvent(window, new Event('pagehide'));
    return sessionStorage.getItem('draft') ?? '';
  };
  await openForm('/secrets', siteArea);
  await waitFor(() => expect(queryClient.getQueryData(callerKey)).toBeDefined());
  for (const label of ['Password', 'Code']) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: secret } });
  }
  expect(kept()).toBe('');
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Draft' } });
  expect(kept()).toContain('Draft');
  expect(kept()).not.toContain(secret);
  forgetDrafts('ann');
  expect(kept()).toBe('');
});
