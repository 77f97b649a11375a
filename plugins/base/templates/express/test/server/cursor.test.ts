import { describe, expect, it } from 'vitest';
import { column, optional } from '../../server/lib/column';
import { encodeCursor, whereAfter } from '../../server/lib/cursor';

const columns = { note: optional(column.text), done: column.boolean };

describe('a cursor', () => {
  const order = { field: 'note', direction: 'asc' } as const;

  it('tells an empty text from none', () => {
    const text = encodeCursor({ id: '1', note: '' }, order);
    const none = encodeCursor({ id: '1', note: null }, order);
    expect(whereAfter(text, order, columns)).toEqual({
      OR: [{ note: '', id: { gt: '1' } }, { note: { gt: '' } }],
    });
    expect(whereAfter(none, order, columns)).toEqual({
      OR: [{ note: null, id: { gt: '1' } }, { NOT: { note: null } }],
    });
  });

  it('ends with the records that have no value, in descending order', () => {
    const descending = { field: 'note', direction: 'desc' } as const;
    const cursor = encodeCursor({ id: '1', note: 'a' }, descending);
    expect(whereAfter(cursor, descending, columns)).toEqual({
      OR: [{ note: 'a', id: { lt: '1' } }, { note: { lt: 'a' } }, { note: null }],
    });
  });

  it('holds for one order only', () => {
    const cursor = encodeCursor({ id: '1', note: 'a' }, order);
    expect(whereAfter(cursor, { field: 'note', direction: 'desc' }, columns)).toBeUndefined();
    expect(whereAfter(cursor, { field: 'done', direction: 'asc' }, columns)).toBeUndefined();
  });

  it.each(['', 'x', 'e30', 'bnVsbA'])('is not %j', (cursor) => {
    expect(whereAfter(cursor, order, columns)).toBeUndefined();
  });
});
