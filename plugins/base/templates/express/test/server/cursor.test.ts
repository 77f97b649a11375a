import { describe, expect, it } from 'vitest';
import { column, optional } from '../../server/lib/column';
import { isEmpty, isPresent } from '../../server/lib/conditions';
import { encodeCursor, partsAfter, partsOf, readParts } from '../../server/lib/cursor';

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
    expect(partsAfter(text, order, columns)).toEqual([
      { note: { gte: '' }, OR: [{ note: { gt: '' } }, { id: { gt: '1' } }] },
    ]);
    expect(partsAfter(none, order, columns)).toEqual([
      { ...isEmpty('note'), id: { gt: '1' } },
      isPresent('note'),
    ]);
  });

  it('returns records without a value last in descending order', () => {
    const descending = { field: 'note', direction: 'desc' } as const;
    const cursor = encodeCursor({ id: '1', note: 'a' }, descending);
    expect(partsAfter(cursor, descending, columns)).toEqual([
      { note: { lte: 'a' }, OR: [{ note: { lt: 'a' } }, { id: { lt: '1' } }] },
      isEmpty('note'),
    ]);
    const none = encodeCursor({ id: '1', note: null }, descending);
    expect(partsAfter(none, descending, columns)).toEqual([
      { ...isEmpty('note'), id: { lt: '1' } },
    ]);
  });

  it('lists the following values if the database cannot compare them', () => {
    const bySize = { field: 'size', direction: 'desc' } as const;
    const cursor = encodeCursor({ id: '1', size: 'LARGE' }, bySize);
    expect(partsAfter(cursor, bySize, columns)).toEqual([
      { OR: [{ size: 'LARGE', id: { lt: '1' } }, { size: 'SMALL' }, { size: 'MEDIUM' }] },
    ]);
    const byDone = { field: 'done', direction: 'asc' } as const;
    expect(partsAfter(encodeCursor({ id: '1', done: true }, byDone), byDone, columns)).toEqual([
      { OR: [{ done: true, id: { gt: '1' } }] },
    ]);
  });

  it('keeps every digit of a number', () => {
    const byViews = { field: 'views', direction: 'asc' } as const;
    const cursor = encodeCursor({ id: '1', views: 9007199254740993n }, byViews);
    expect(partsAfter(cursor, byViews, columns)).toMatchObject([
      { views: { gte: 9007199254740993n } },
    ]);
  });

  it('is valid for one sort order only', () => {
    const cursor = encodeCursor({ id: '1', note: 'a' }, order);
    expect(partsAfter(cursor, { field: 'note', direction: 'desc' }, columns)).toBeUndefined();
    expect(partsAfter(cursor, { field: 'done', direction: 'asc' }, columns)).toBeUndefined();
  });

  it.each(['', 'x', 'e30', 'bnVsbA'])('refuses the invalid cursor %j', (cursor) => {
    expect(partsAfter(cursor, order, columns)).toBeUndefined();
  });
});

describe('a list', () => {
  it('has a part of records without a value, only if the field is optional', () => {
    const parts = [isEmpty('note'), isPresent('note')];
    expect(partsOf({ field: 'note', direction: 'asc' }, columns)).toEqual(parts);
    expect(partsOf({ field: 'note', direction: 'desc' }, columns)).toEqual(parts.toReversed());
    expect(partsOf({ field: 'done', direction: 'asc' }, columns)).toEqual([{}]);
  });

  it('reads its parts until there are enough records', async () => {
    const asked: [object, number][] = [];
    const read = async (part: object, take: number) => {
      asked.push([part, take]);
      return [1, 2];
    };
    expect(await readParts([{ a: 1 }, { b: 2 }, { c: 3 }], 4, read)).toEqual([1, 2, 1, 2]);
    expect(asked).toEqual([
      [{ a: 1 }, 4],
      [{ b: 2 }, 2],
    ]);
  });
});
