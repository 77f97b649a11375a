import { expect, it, vi } from 'vitest';
import { column } from '../../server/lib/column';
import { readableLists } from '../../server/lib/records/field-access';
import { application } from '../../server/lib/records/types';

const rules = vi.hoisted(() => {
  const all = { read: 'public', create: 'public', update: 'public', delete: 'public' } as const;
  const fields = { secret: { read: 'admin', write: 'admin' } } as const;
  return new Map(['Item', 'Topic'].map((name) => [name, { ...all, fields }]));
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

it('searches and filters only by fields that the caller may read', async () => {
  const visitor = { ...application, isApplication: false };
  expect(await readableLists(item, visitor)).toEqual({
    columns: { title: column.text },
    search: ['title'],
    related: { topic: { title: column.text } },
  });
  expect(await readableLists(item, application)).toEqual(item.lists);
});
