import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { column } from '../../server/lib/column';
import { HttpProblem } from '../../server/lib/problem';
import { defineRecords, recordsOf } from '../../server/lib/records';
import type { AnyHooks } from '../../server/lib/records/hooks';
import { readHooks } from '../../server/lib/records/own-hooks';

const known = vi.hoisted(() => new Map<string, AnyHooks>());
vi.mock('../../server/lib/records/own-hooks', async (load) => ({
  ...(await load<object>()),
  ownHooks: known,
}));
// The hooks of installed plugins do not run with these records.
vi.mock('../../server/generated/hooks', () => ({ pluginHooks: [] }));

type Stored = typeof stored;
type Call = (...parameters: unknown[]) => undefined;

const stored = { id: '1', title: 'Stored', updatedAt: new Date(0), topic: { id: 't' } };
const table = {
  findMany: vi.fn<(query: object) => Promise<Stored[]>>(),
  count: vi.fn<(query: object) => Promise<number>>(),
  findUnique: vi.fn<(query: object) => Promise<Stored | null>>(),
  delete: vi.fn<(query: object) => Promise<Stored>>(),
  updateMany: vi.fn<(query: object) => Promise<object>>(),
};
const topics = { findMany: vi.fn<(query: object) => Promise<Stored[]>>() };
const create = vi.fn<(data: object) => Promise<Stored>>();
const update = vi.fn<(where: object, data: object) => Promise<Stored>>();
const schema = z.object({ title: z.string(), topicId: z.string().optional() });
const parent = { field: 'topicId', target: 'Item', table: () => table };

const rules = {
  name: 'Item',
  input: schema,
  patch: schema.partial(),
  lists: { columns: { title: column.text }, relations: ['topic'] },
  table: () => table,
  create: (_scope: object, data: object) => create(data),
  update: (_scope: object, where: object, data: object) => update(where, data),
};
const items = defineRecords({
  ...rules,
  relations: { topic: { field: 'topicId', target: 'Topic', table: () => topics } },
});

const page = { where: { AND: [{}] }, orderBy: [], take: 2 };
const refusal = new HttpProblem(409, { code: 'closed', detail: 'The item is closed.' });

beforeEach(() => {
  known.clear();
  vi.resetAllMocks();
  table.findUnique.mockResolvedValue(stored);
  table.findMany.mockResolvedValue([stored]);
  topics.findMany.mockResolvedValue([]);
  for (const write of [create, update, table.delete]) write.mockResolvedValue(stored);
});

it('finds records by the name of their entity', () => {
  expect(recordsOf('Item')?.rules.name).toBe('Item');
  expect(recordsOf('Unknown')).toBeUndefined();
});

describe('hooks', () => {
  it('change the data of a new record and receive the record', async () => {
    const afterCreate = vi.fn<Call>();
    known.set('Item', { beforeCreate: () => ({ title: 'Changed' }), afterCreate });
    await items.create({ title: 'Given' });
    expect(create).toHaveBeenCalledWith({ title: 'Changed' });
    expect(afterCreate).toHaveBeenCalledWith(
      expect.objectContaining({ record: stored, user: null }),
    );
  });

  it('keep the data if they return nothing', async () => {
    known.set('Item', { beforeCreate: () => undefined, beforeUpdate: () => undefined });
    await items.create({ title: 'Given' });
    await items.update('1', { title: 'Given' });
    expect(create).toHaveBeenCalledWith({ title: 'Given' });
    expect(update).toHaveBeenCalledWith(expect.anything(), { title: 'Given' });
  });

  it('refuse a change because of the previous record', async () => {
    const beforeUpdate = vi.fn<() => Promise<never>>().mockRejectedValue(refusal);
    known.set('Item', { beforeUpdate });
    await expect(items.update('1', { title: 'Other' })).rejects.toBe(refusal);
    expect(beforeUpdate).toHaveBeenCalledWith(expect.objectContaining({ previous: stored }));
    expect(update).not.toHaveBeenCalled();
  });

  it('refuse a deletion', async () => {
    known.set('Item', { beforeDelete: () => Promise.reject(refusal) });
    await expect(items.remove('1')).rejects.toBe(refusal);
    expect(table.delete).not.toHaveBeenCalled();
  });

  it('write only the version of the record that they received', async () => {
    known.set('Item', { afterUpdate: vi.fn<Call>(), afterDelete: vi.fn<Call>() });
    await items.update('1', {});
    await items.remove('1');
    const version = expect.objectContaining({ id: '1', updatedAt: stored.updatedAt });
    expect(update).toHaveBeenCalledWith(version, {});
    expect(table.delete).toHaveBeenCalledWith({ where: version });
  });

  it('limit the accessible records for reading and for writing', async () => {
    const mine = { title: 'Mine' };
    known.set('Item', { beforeRead: () => mine });
    await items.list({ ...page, include: undefined });
    await items.count(page);
    await items.read('1');
    await items.update('1', {});
    await items.remove('1');
    const limited = { id: '1', AND: [mine] };
    const all = expect.objectContaining({ where: { AND: [{ AND: [page.where, mine] }] } });
    expect(table.findMany).toHaveBeenCalledWith(all);
    expect(table.count).toHaveBeenCalledWith({ where: { AND: [page.where, mine] } });
    expect(table.findUnique).toHaveBeenCalledWith({ where: limited });
    expect(update).toHaveBeenCalledWith(limited, {});
    expect(table.delete).toHaveBeenCalledWith({ where: limited });
  });

  it('cannot make a record its own ancestor in a tree', async () => {
    known.set('Item', { beforeUpdate: () => ({ topicId: '1' }) });
    await defineRecords({ ...rules, relations: { parent } }).update('1', {});
    expect(update).toHaveBeenCalled();
    const tree = defineRecords({ ...rules, relations: { parent: { ...parent, isTree: true } } });
    await expect(tree.update('1', {})).rejects.toMatchObject({ code: 'own_ancestor' });
  });

  it('hide included records and refuse their ids', async () => {
    known.set('Topic', { beforeRead: () => ({ title: 'Mine' }) });
    const [row] = await items.list({ ...page, include: { topic: true } });
    expect(row).toMatchObject({ topic: null });
    const hidden = items.create({ title: 'Given', topicId: 't' });
    await expect(hidden).rejects.toMatchObject({ code: 'related_record_missing' });
    expect(create).not.toHaveBeenCalled();
  });
});

describe('filters by related records', () => {
  const related = [{ relation: 'topic', condition: { title: 'A' } }];

  it('select records', async () => {
    await items.list({ ...page, related, include: undefined });
    const where = { AND: [{ AND: [page.where, { topic: { title: 'A' } }] }] };
    expect(table.findMany).toHaveBeenCalledWith(expect.objectContaining({ where }));
  });

  it('find no records that hooks hide', async () => {
    const mine = { title: 'Mine' };
    known.set('Topic', { beforeRead: () => mine });
    await items.list({ ...page, related, include: undefined });
    await items.count({ ...page, related });
    const where = { AND: [page.where, { topic: { AND: [{ title: 'A' }, mine] } }] };
    expect(table.findMany).toHaveBeenCalledWith(
      expect.objectContaining({ where: { AND: [where] } }),
    );
    expect(table.count).toHaveBeenCalledWith({ where });
  });
});

describe('a file in server/hooks', () => {
  const read = (file: string, exported: unknown) =>
    readHooks({ [`../../hooks/${file}`]: { default: exported } });

  it('exports the result of defineHooks', () => {
    expect(() => read('item.ts', {})).toThrow('Use defineHooks as the default export');
  });

  it('has the name of its entity', () => {
    const hooks = { entity: 'Missing', hooks: {} };
    expect(() => read('missing.ts', hooks)).toThrow(
      'server/hooks/missing.ts: no entity is named Missing',
    );
  });
});
