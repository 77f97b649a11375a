import { expect, it, vi } from 'vitest';
import { column } from '../../server/lib/column';
import { db } from '../../server/lib/db';
import type { EntityAccess } from '../../server/lib/records/access';
import { readableLists } from '../../server/lib/records/field-access';
import { application } from '../../server/lib/records/types';
import { hideRelated } from '../../server/lib/records/visibility';

const rules = vi.hoisted(() => {
  const all = { read: 'public', create: 'public', update: 'public', delete: 'public' } as const;
  const fields = { secret: { read: 'admin', write: 'admin' } } as const;
  return new Map<string, EntityAccess>([
    ...['Item', 'Topic'].map((name) => [name, { ...all, fields }] as const),
    ['Draft', { ...all, read: 'authenticated' }],
  ]);
});
vi.mock('../../server/generated/access', () => ({ accessRules: rules }));

const columns = { title: column.text, secret: column.text };
const item = {
  name: 'Item',
  lists: { columns, search: ['title', 'secret'], related: { topic: columns } },
  relations: {
    topic: { field: 'topicId', target: 'Topic', table: () => ({ findMany: async () => [] }) },
  },
};

const visitor = { ...application, isApplication: false };

it('searches and filters only by fields that the caller may read', async () => {
  expect(await readableLists(item, visitor)).toEqual({
    columns: { title: column.text },
    search: ['title'],
    related: { topic: { title: column.text } },
  });
  expect(await readableLists(item, application)).toEqual(item.lists);
});

it('checks many related records in several queries', async () => {
  const updatedAt = new Date();
  const drafts = Array.from({ length: 40_000 }, (_, index) => ({ id: `${index}`, updatedAt }));
  const findMany = async ({ where }: { where: { id: { in: string[] } } }) => {
    const ids = where.id.in;
    // SQLite has this limit.
    if (ids.length > 32_766) throw new Error('Too many values');
    return ids.filter((id) => Number(id) % 2 === 0).map((id) => ({ id }));
  };
  const [row] = await hideRelated([{ id: 'item', updatedAt, drafts }], {
    relations: {
      drafts: { field: 'draftIds', target: 'Draft', table: () => ({ findMany }), many: true },
    },
    include: { drafts: true },
    actor: visitor,
    tx: db,
  });
  expect(row?.drafts).toHaveLength(20_000);
});
