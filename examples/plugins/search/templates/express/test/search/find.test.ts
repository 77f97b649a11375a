import { beforeEach, expect, test, vi } from 'vitest';
import type { EntityAccess } from '../../server/lib/records/access';
import type { EntityDescription } from '../../server/lib/openapi/describe';
import { db } from '../../server/lib/db';
import { registerRecords } from '../../server/lib/records/all';
import type { Actor } from '../../server/lib/records/types';
import { find } from '../../server/lib/search/find';
import { hooks } from '../../server/lib/search/hooks';
import { rebuild } from '../../server/lib/search/rebuild';
import { useApi } from '../support/api';

// The tests depend neither on the entities nor on the settings of the project.
vi.mock('../../server/generated/openapi', async (original) => {
  const { value } = await import('../../server/lib/openapi/describe');
  const fields = {
    title: { schema: value.text },
    note: { schema: value.text },
    count: { schema: value.int },
  };
  const access = { read: 'public', create: 'public', update: 'public', delete: 'public' } as const;
  const entity = (name: string): EntityDescription =>
    ({
      name,
      path: `/${name.toLowerCase()}`,
      fields,
      lists: { search: ['title'] },
      access,
    }) as never;
  const module = await original<typeof import('../../server/generated/openapi')>();
  return { ...module, entities: [entity('Open'), entity('Owned'), entity('Closed')] };
});
vi.mock('../../server/generated/access', async (original) => {
  const rule = (read: EntityAccess['read'], fields: EntityAccess['fields'] = {}): EntityAccess => {
    return { read, create: 'admin', update: 'admin', delete: 'admin', owner: ['ownerId'], fields };
  };
  const accessRules = new Map([
    ['Open', rule('public', { note: { read: 'admin', write: 'admin' } })],
    ['Owned', rule('owner')],
    ['Closed', rule('admin')],
  ]);
  return { ...(await original<object>()), accessRules };
});
vi.mock('../../server/generated/settings', async (original) => {
  const module = await original<typeof import('../../server/generated/settings')>();
  return { ...module, settings: { ...module.settings, search: { entities: '' } } };
});

interface Sample {
  readonly id: string;
  readonly updatedAt: Date;
  readonly title: string;
  readonly note?: string;
  readonly ownerId?: string;
}

const stored = new Map<string, Sample[]>();

/** The functions of an entity’s records that the plugin uses, with the rule for the owner. */
function fakeRecords(name: string) {
  return {
    async list(
      { where }: { where: { AND: [{ id: { in?: string[]; gt?: string } }?] } },
      actor?: Actor,
    ) {
      const user = await actor?.user();
      const ids = where.AND[0]?.id.in;
      return (stored.get(name) ?? []).filter(
        ({ id, ownerId }) =>
          (ids?.includes(id) ?? true) &&
          (actor === undefined || name !== 'Owned' || ownerId === user?.id),
      );
    },
  };
}

beforeEach(async () => {
  stored.clear();
  for (const name of ['Open', 'Owned', 'Closed']) registerRecords(name, fakeRecords(name) as never);
  await db.searchEntry.deleteMany();
});

const context = { user: null, isApplication: true, tx: db };
const updatedAt = new Date(0);

async function add(entity: string, values: Omit<Sample, 'updatedAt'>): Promise<Sample> {
  const record = { ...values, updatedAt };
  stored.set(entity, [...(stored.get(entity) ?? []), record]);
  await hooks.afterCreate?.({ ...context, entity, record: { ...record } });
  return record;
}

const caller = (id?: string): Actor => ({
  isApplication: false,
  user: () => Promise.resolve(id === undefined ? null : ({ id } as never)),
  refuse: () => Promise.reject(new Error('This request must not be refused.')),
});
const titles = async (q: string, id?: string) =>
  (await find(q, caller(id))).map(({ title }) => title);

test('finds the beginnings of words in any case, without accents', async () => {
  await add('Open', { id: '1', title: 'Grüße aus Köln, 100%' });
  expect(await titles('KOLN gru')).toEqual(['Grüße aus Köln, 100%']);
  expect(await titles('100%')).toHaveLength(1);
  expect(await titles('oln')).toEqual([]);
  expect(await titles('%')).toEqual([]);
  expect(await titles('')).toEqual([]);
  expect(await titles('köln berlin')).toEqual([]);
});

test('follows changes and deletions', async () => {
  const previous = await add('Open', { id: '1', title: 'First' });
  const record = { ...previous, title: 'Second' };
  stored.set('Open', [record]);
  await hooks.afterUpdate?.({ ...context, entity: 'Open', record, previous: { ...previous } });
  expect([await titles('first'), await titles('second')]).toEqual([[], ['Second']]);
  await hooks.afterDelete?.({ ...context, entity: 'Open', previous: record });
  expect(await db.searchEntry.count()).toBe(0);
});

test('never finds a record that the caller cannot read', async () => {
  await add('Owned', { id: '1', title: 'Plan of Ann', ownerId: 'ann' });
  await add('Owned', { id: '2', title: 'Plan of Bob', ownerId: 'bob' });
  await add('Closed', { id: '3', title: 'Plan of all' });
  expect(await titles('plan', 'ann')).toEqual(['Plan of Ann']);
  expect(await titles('plan', 'bob')).toEqual(['Plan of Bob']);
  expect(await titles('plan', 'cleo')).toEqual([]);
  expect(await titles('plan')).toEqual([]);
});

test('never finds a record by a value that the caller cannot read', async () => {
  await add('Open', { id: '1', title: 'Public', note: 'Secret' });
  expect(await titles('public')).toEqual(['Public']);
  expect(await titles('secret', 'ann')).toEqual([]);
  const [entry] = await db.searchEntry.findMany();
  expect(entry?.text).not.toContain('secret');
});

test('does not trust an old entry', async () => {
  const record = await add('Open', { id: '1', title: 'Old name' });
  stored.set('Open', [{ ...record, title: 'New name' }]);
  expect(await titles('old')).toEqual([]);
  stored.set('Open', []);
  expect(await titles('old')).toEqual([]);
});

test('finds readable records behind many that are hidden', async () => {
  await add('Owned', { id: 'own', title: 'Plan of Ann', ownerId: 'ann' });
  for (let id = 0; id < 120; id += 1) {
    await add('Owned', { id: `x${id}`, title: `Plan ${id}`, ownerId: 'bob' });
  }
  expect(await titles('plan', 'ann')).toEqual(['Plan of Ann']);
  expect(await titles('plan', 'bob')).toHaveLength(20);
});

test('rebuilds the index', async () => {
  stored.set('Open', [{ id: '1', title: 'Imported', updatedAt }]);
  await db.searchEntry.create({ data: { entity: 'Open', recordId: 'gone', text: ' gone' } });
  await db.searchEntry.create({ data: { entity: 'Former', recordId: '1', text: ' former' } });
  await rebuild();
  const entries = await db.searchEntry.findMany();
  expect(entries.map(({ recordId, text }) => [recordId, text])).toEqual([['1', ' imported']]);
});

const api = useApi();

test('answers every caller, and lets only administrators rebuild the index', async () => {
  await add('Open', { id: '1', title: 'Public' });
  expect((await api.get('/api/search?q=public')).body).toEqual([
    { path: '/open', id: '1', title: 'Public', excerpt: '' },
  ]);
  expect((await api.get('/api/search?q[]=a')).body).toEqual([]);
  expect((await api.get('/api/search/index')).status).toBe(401);
  expect((await api.post('/api/search/index', {})).status).toBe(401);
});
