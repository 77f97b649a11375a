import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../../server/generated/settings';
import { db } from '../../server/lib/db';
import { HttpProblem } from '../../server/lib/problem';
import { registerRecords } from '../../server/lib/records/all';
import { hooks } from '../../server/lib/uploads/hooks';
import { purge } from '../../server/lib/uploads/files';
import { type Caller, type Problem, useApi } from '../support/api';
import { png } from './samples';

const trial = await vi.hoisted(async () => (await import('./trial-store')).trialStore());
vi.mock('../../server/lib/uploads/store', () => ({ store: trial.store }));
afterAll(trial.stop);

// The tests depend neither on an authentication plugin nor on the entities of the project.
const callerIn = (req: Request) => {
  const id = req.get('X-Caller');
  return id === undefined ? null : { id };
};
vi.mock('../../server/generated/auth', async (original) => ({
  ...(await original()),
  before: [],
  getUser: async (req: Request) => callerIn(req),
  isAdmin: ({ id }: { id: string }) => id === 'admin',
  requireAuth: async (req: Request) => callerIn(req) ?? refuse(401),
  requireAdmin: async (req: Request) => refuse(callerIn(req) === null ? 401 : 403),
}));
vi.mock('../../server/generated/openapi', async (original) => {
  const { entities, ...module } = await original<typeof import('../../server/generated/openapi')>();
  const sample = { name: 'Sample', path: '/samples', lists: { columns: {} }, fields: {} };
  return { ...module, entities: [...entities, sample] };
});

function refuse(status: number): never {
  throw new HttpProblem(status, { code: 'refused', detail: 'Refused.' });
}

/** Records that only their owner, whose id is the same, and administrators can read. */
const samples = {
  async read(id: string, { actor }: { actor: { user(): Promise<{ id: string } | null> } }) {
    const user = await actor.user();
    if (user?.id !== id && user?.id !== 'admin' && id !== 'public') refuse(404);
    return { id };
  },
};

const api = useApi();
const caller = (id: string): Caller => ({ id, headers: { 'X-Caller': id } });
const ann = api.as(caller('ann'));
const bob = api.as(caller('bob'));
const admin = api.as(caller('admin'));

beforeEach(async () => {
  registerRecords('Sample', samples as never);
  await db.uploadedFile.deleteMany();
});

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly isRemovable: boolean;
}

const at = (record: string) => `/api/uploads?path=/samples&record=${record}`;

function add(user: typeof api, record: string, body: Uint8Array | string, name = 'note.txt') {
  const headers = { 'Content-Type': 'application/octet-stream' };
  return user.request<Stored & Problem>(`${at(record)}&name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
}

test('stores a file by a random id, and sends it as a download', async () => {
  const { status, body } = await add(ann, 'ann', png, '../../evil.html');
  expect([status, body]).toMatchObject([201, { name: 'evil.html', type: 'image/png' }]);
  expect(trial.ids()).toContain(body.id);
  const response = await ann.download(`/api/uploads/${body.id}`, {});
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename=evil.html',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-length': String(png.length),
    'x-content-type-options': 'nosniff',
  });
});

test('sends a page as bytes', async () => {
  const page = '<!doctype html><script>alert(1)</script>';
  const { body } = await add(ann, 'ann', page, 'page.html');
  expect(body.type).toBe('text/plain');
  const response = await ann.download(`/api/uploads/${body.id}`, {});
  expect(response.headers.get('Content-Type')).toBe('application/octet-stream');
  expect(response.headers.get('Content-Disposition')).toMatch(/^attachment;/);
  expect(response.body).toBe(page);
});

test('follows the access rules of the record', async () => {
  const { body: own } = await add(ann, 'ann', 'Secret');
  const { body: open } = await add(ann, 'public', 'Open');
  const statuses = async (user: typeof api, record: string, id: string) => [
    (await user.get(at(record))).status,
    (await user.download(`/api/uploads/${id}`, {})).status,
  ];
  expect(await statuses(ann, 'ann', own.id)).toEqual([200, 200]);
  expect(await statuses(admin, 'ann', own.id)).toEqual([200, 200]);
  expect(await statuses(bob, 'ann', own.id)).toEqual([404, 404]);
  expect(await statuses(api, 'ann', own.id)).toEqual([404, 404]);
  expect(await statuses(api, 'public', open.id)).toEqual([200, 200]);
  expect((await add(bob, 'ann', 'Mine')).status).toBe(404);
  expect((await add(api, 'public', 'Mine')).status).toBe(401);
  expect((await api.get('/api/uploads/all')).status).toBe(401);
  expect((await bob.get('/api/uploads/all')).status).toBe(403);
});

test('lets only the owner and administrators delete a file', async () => {
  const { body: one } = await add(ann, 'public', 'One');
  const { body: two } = await add(ann, 'public', 'Two');
  const removable = async (user: typeof api) =>
    (await user.get<Stored[]>(at('public'))).body.map(({ isRemovable }) => isRemovable);
  expect(await removable(bob)).toEqual([false, false]);
  expect(await removable(ann)).toEqual([true, true]);
  expect((await bob.delete(`/api/uploads/${one.id}`)).status).toBe(403);
  expect((await api.delete(`/api/uploads/${one.id}`)).status).toBe(401);
  expect((await ann.delete(`/api/uploads/${one.id}`)).status).toBe(204);
  expect((await admin.delete(`/api/uploads/${two.id}`)).status).toBe(204);
  expect((await ann.download(`/api/uploads/${one.id}`, {})).status).toBe(404);
  await vi.waitFor(() => expect(trial.ids()).not.toContain(one.id));
});

test('refuses a type that is not permitted, regardless of its name', async () => {
  const { status, body } = await add(ann, 'ann', Buffer.from('7f454c46020101000000', 'hex'));
  expect([status, body.code]).toEqual([415, 'file_type_refused']);
  expect(await db.uploadedFile.count()).toBe(0);
});

test('refuses a file that is too large, with and without its length', async () => {
  const tooLarge = 'x'.repeat(settings.uploads.maxMegabytes * 1_000_000 + 1);
  expect((await add(ann, 'ann', tooLarge)).status).toBe(413);
  const streamed = await ann.request<Problem>(at('ann'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: new Blob([tooLarge]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect([streamed.status, streamed.body.code]).toEqual([413, 'file_too_large']);
  expect(await db.uploadedFile.count()).toBe(0);
});

test('refuses bodies that pages of other sites can send', async () => {
  const form = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'Mine' };
  expect((await ann.request(at('ann'), form)).status).toBe(415);
});

test('does not find files by other ids', async () => {
  for (const id of ['..%2f..%2fpackage.json', randomUUID(), '%00']) {
    expect((await admin.get(`/api/uploads/${id}`)).status).toBe(404);
  }
});

test('removes the files of a deleted record', async () => {
  const { body } = await add(ann, 'ann', 'Text');
  const context = { user: null, isApplication: true, entity: 'Sample', tx: db };
  await hooks.afterDelete?.({ ...context, previous: { id: 'ann', updatedAt: new Date() } });
  expect((await ann.download(`/api/uploads/${body.id}`, {})).status).toBe(404);
  await purge();
  expect(trial.ids()).not.toContain(body.id);
  expect(await db.uploadedFile.count()).toBe(0);
});

test('removes the bytes of an interrupted upload later', async () => {
  const put = vi.spyOn(trial.store, 'put').mockRejectedValueOnce(new Error('The disk is full.'));
  expect((await add(ann, 'ann', 'Text')).status).toBe(500);
  put.mockRestore();
  await purge();
  expect(await db.uploadedFile.count()).toBe(1);
  await db.uploadedFile.updateMany({ data: { purgeAfter: new Date(0) } });
  await purge();
  expect(await db.uploadedFile.count()).toBe(0);
});
