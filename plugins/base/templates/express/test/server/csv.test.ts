import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { csvOf } from '../../server/lib/records/csv';

it.each([
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-1-1', "'-1-1"],
  ['@SUM(1)', "'@SUM(1)"],
  ['+4930123456', '+4930123456'],
  ['-1.5', '-1.5'],
])('prints %s as %s', async (value, printed) => {
  const csv = await text(Readable.from([{ id: '1', value }]).pipe(csvOf(['id', 'value'])));
  expect(csv).toBe(`id,value\r\n1,${printed}\r\n`);
});
