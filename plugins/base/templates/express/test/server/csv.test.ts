import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { bigIntAsString } from '@shared/lib/big-int';
import * as values from '@shared/lib/values';
import express from 'express';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import type { Column } from '../../client/components/records/Cell';
import { Prisma } from '../../server/generated/prisma/client';
import { pageReader } from '../../server/lib/page';
import { csvOf, sendCsv } from '../../server/lib/records/csv';
import { application } from '../../server/lib/records/types';

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

const schema = z.object({
  text: values.text.nullish(),
  int: values.int.nullish(),
  float: values.float.nullish(),
  decimal: values.decimal.nullish(),
  bigInt: values.bigInt.nullish(),
  isPaid: z.boolean().nullish(),
  state: z.enum(['open', 'closed']).nullish(),
  day: values.date.nullish(),
  time: values.dateTime.nullish(),
  email: values.email.nullish(),
  phone: values.phone.nullish(),
  url: values.url.nullish(),
  slug: values.slug.nullish(),
  color: values.color.nullish(),
  extra: values.json.nullish(),
  tagIds: z.array(z.string()).optional(),
});

const [first, second] = ['cmij1x2y30000abcd1234efgh', 'cmij1x2y30001abcd1234efgh'];

/** Values as the database returns them, with the values of a body. */
const rows = [
  {
    text: 'a;b,c\n"d"',
    int: -5,
    float: 1234.5,
    decimal: new Prisma.Decimal('-1234567.125'),
    bigInt: 9_007_199_254_740_993n,
    isPaid: true,
    state: 'open',
    day: '2026-01-31',
    time: new Date('2026-01-31T23:30:00.123Z'),
    email: 'a@example.com',
    phone: '+49301234567',
    url: 'https://example.com/?q=a;b,c',
    slug: 'a-b',
    color: '#1a2b3c',
    extra: { a: [1.5, 'x;y'], b: null },
    tags: [{ id: first }, { id: second }],
    tagIds: [first, second],
  },
  {
    text: '=A1',
    float: -1.5e-7,
    decimal: new Prisma.Decimal('0.01'),
    isPaid: false,
    extra: -1.5,
    tags: [],
  },
  { text: "'=A1", float: 1.25e30, extra: 'text' },
  { text: "''-1", int: 2_147_483_647, extra: true },
  { text: '＝A1', float: 3, extra: '=A1' },
  { text: '1.234,50', int: 0, decimal: new Prisma.Decimal(0) },
];

describe.each(['en', 'de', 'fr'])('an export in the language %s', (locale) => {
  it('is imported with the same values', async () => {
    vi.resetModules();
    const decimalPoint = locale === 'en' ? '.' : ',';
    vi.doMock('@/lib/i18n', () => ({ decimalPoint, locale, t: String, translateProblem: String }));
    const { importFields, matchFields, readCsv, recordOf } =
      await import('../../client/lib/csv-import');
    const { defineResource } = await import('../../client/lib/resource');
    const relation = defineResource<{ id: string; name: string }>({
      path: '/tags',
      singular: 'Tag',
      plural: 'Tags',
      display: 'name',
    });
    const columns: readonly Column<{ extra: unknown; tags: object }>[] = [
      { field: 'extra', label: 'Extra', type: 'json' },
      { field: 'tags', label: 'Tags', relation, key: 'tagIds', many: true },
    ];
    const names = Object.keys(schema.shape).map((name) => (name === 'tagIds' ? 'tags' : name));
    const options = {
      json: ['extra'],
      links: new Map([['tags', 'tagIds']]),
      hasDecimalComma: locale !== 'en',
    };
    const content = await text(Readable.from(rows).pipe(csvOf(names, options)));

    const file = await readCsv(new File([content], 'rows.csv'));
    const fields = matchFields(file.headers, importFields(schema, columns));
    const read = file.rows.map((row) => recordOf(row, { schema, fields }));
    expect(read.map((one) => ('record' in one ? schema.parse(one.record) : one))).toEqual(
      rows.map((row) => schema.parse(JSON.parse(JSON.stringify(row, bigIntAsString)))),
    );
  });
});

it('prints decimal commas and semicolons', async () => {
  const row = {
    price: new Prisma.Decimal('-1.5'),
    ratio: 0.25,
    count: -3,
    name: 'a,b',
    extra: 1.5,
  };
  const print = csvOf(Object.keys(row), { json: ['extra'], hasDecimalComma: true });
  expect(await text(Readable.from([row]).pipe(print))).toBe(
    'price;ratio;count;name;extra\r\n-1,5;0,25;-3;a,b;1.5\r\n',
  );
});

it.each([
  ['GET', 3],
  ['HEAD', 1],
])('reads the pages of a list that %s needs: %i', async (method, pages) => {
  let read = 0;
  const list = async ({ take }: { take: number }) => {
    read += 1;
    const length = read < 3 ? take : 1;
    const now = new Date();
    return Array.from({ length }, (_, index) => ({
      id: `${index}`,
      createdAt: now,
      updatedAt: now,
    }));
  };
  const body = z.object({});
  const lists = { columns: {} };
  const table = () => {
    throw new Error('The list is not in the database.');
  };
  const rules = { name: 'Tag', input: body, patch: body, lists, table };
  const readPage = pageReader(lists);
  const app = express().use('/tags', (req, res) =>
    sendCsv(req, res, { records: { rules, list }, readPage, actor: application }),
  );
  const server = app.listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const headers = { Accept: 'text/csv' };
  const response = await fetch(`http://localhost:${port}/tags`, { method, headers });
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  await response.text();
  expect(read).toBe(pages);
});
