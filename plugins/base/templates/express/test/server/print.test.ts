import { expect, it } from 'vitest';
import { Prisma } from '../../server/generated/prisma/client';
import { printRecords } from '../../server/lib/print';

it('prints every kind of value', () => {
  const time = new Date('2026-01-31T12:00:00.120Z');
  const record = {
    text: 'ä"\n',
    number: -1.5,
    flag: true,
    none: null,
    absent: undefined,
    big: 9_007_199_254_740_993n,
    decimal: new Prisma.Decimal('12.50'),
    time,
    extra: { list: [1, null, { deep: 'x' }], flag: false },
    related: { id: '1', time, big: 2n },
    links: [{ id: '2', time }],
  };
  expect(JSON.parse(printRecords([record, {}]))).toEqual([
    {
      text: 'ä"\n',
      number: -1.5,
      flag: true,
      none: null,
      big: '9007199254740993',
      decimal: '12.5',
      time: '2026-01-31T12:00:00.120Z',
      extra: { list: [1, null, { deep: 'x' }], flag: false },
      related: { id: '1', time: '2026-01-31T12:00:00.120Z', big: '2' },
      links: [{ id: '2', time: '2026-01-31T12:00:00.120Z' }],
    },
    {},
  ]);
});
