import { describe, expect, it } from 'vitest';
import { column, optional } from '../../server/lib/column';
import { isEmpty, isPresent } from '../../server/lib/conditions';
import { encodeCursor, whereAfter } from '../../server/lib/cursor';

const columns = {
  note: optional(column.text),
  done: column.boolean,
  size: column.oneOf(['SMALL', 'MEDIUM', 'LARGE']),
  views: column.bigInt,
};

describe('a cursor', () => {
  const order = { field: 'note', direction: 'asc' } as const;

  it('distinguishes an empty string from null', () => {
    const text = encodeCursor({ id: '1', note: '' }, order);
    const none = encodeCursor({ id: '1', note: null }, order);
    expect(whereAfter(text, order, columns)).toEqual({
      note: { gte: '' },
      OR: [{ note: { gt: '' } }, { id: { gt: '1' } }],
    });
    expect(whereAfter(none, order, columns)).toEqual({
      OR: [{ ...isEmpty('note'), id: { gt: '1' } }, isPresent('note')],
    });
  });

  it('returns records without a value last in descending order', () => {
    const descending = { field: 'note', direction: 'desc' } as const;
    const cursor = encodeCursor({ id: '1', note: 'a' }, descending);
    expect(whereAfter(cursor, descending, columns)).toEqual({
      OR: [
        { note: { lte: 'a' }, OR: [{ note: { lt: 'a' } }, { id: { lt: '1' } }] },
        isEmpty('note'),
      ],
    });
  });

  it('lists the following values if the database cannot compare them', () => {
    const bySize = { field: 'size', direction: 'desc' } as const;
    const cursor = encodeCursor({ id: '1', size: 'LARGE' }, bySize);
    expect(whereAfter(cursor, bySize, columns)).toEqual({
      OR: [{ size: 'LARGE', id: { lt: '1' } }, { size: 'SMALL' }, { size: 'MEDIUM' }],
    });
    const byDone = { field: 'done', direction: 'asc' } as const;
    expect(whereAfter(encodeCursor({ id: '1', done: true }, byDone), byDone, columns)).toEqual({
      OR: [{ done: true, id: { gt: '1' } }],
    });
  });

  it('keeps every digit of a number', () => {
    const byViews = { field: 'views', direction: 'asc' } as const;
    const cursor = encodeCursor({ id: '1', views: 9007199254740993n }, byViews);
    expect(whereAfter(cursor, byViews, columns)).toMatchObject({
      views: { gte: 9007199254740993n },
    });
  });

  it('is valid for one sort order only', () => {
    const cursor = encodeCursor({ id: '1', note: 'a' }, order);
    expect(whereAfter(cursor, { field: 'note', direction: 'desc' }, columns)).toBeUndefined();
    expect(whereAfter(cursor, { field: 'done', direction: 'asc' }, columns)).toBeUndefined();
  });

  it.each(['', 'x', 'e30', 'bnVsbA'])('refuses the invalid cursor %j', (cursor) => {
    expect(whereAfter(cursor, order, columns)).toBeUndefined();
  });
});
