import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Column } from '@/components/records/Cell';
import { importFields, type Row, recordOf } from '@/lib/csv-import';
import { findRelated } from '@/lib/csv-relations';
import { defineResource, type Stored } from '@/lib/resource';
import './support';

interface City extends Stored {
  name: string;
}

const cities = defineResource<City>({
  path: '/cities',
  singular: 'City',
  plural: 'Cities',
  display: 'name',
});

const schema = z.object({ cityId: z.string().nullish(), cityIds: z.array(z.string()).optional() });

const columns: readonly Column<Stored & { city: object; cities: object }>[] = [
  { field: 'city', label: 'City', relation: cities, key: 'cityId' },
  { field: 'cities', label: 'Cities', relation: cities, key: 'cityIds', many: true },
];

const fields = importFields(schema, columns);
const { signal } = new AbortController();

afterEach(() => vi.unstubAllGlobals());

/** Answers lists of cities by the names in the filter. Returns the filters of the requests. */
function serveCities(stored: readonly City[], pageSize = 200) {
  const asked: string[][] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    const query = new URL(path, 'http://localhost').searchParams;
    const list = query.get('name[in]')?.split(/(?<!\\),/) ?? [];
    const names = query.getAll('name').concat(list.map((name) => name.replaceAll('\\', '')));
    asked.push(names);
    const found = stored.filter(({ name }) => names.includes(name));
    const link = found.length > pageSize ? '</api/cities?cursor=1>; rel="next"' : '';
    return Response.json(found.slice(0, pageSize), { headers: { link } });
  });
  return asked;
}

/** Converts cells of a column to the values of their records, or to the reasons of a refusal. */
async function valuesOf(name: string, cells: readonly string[]) {
  const mapped = fields.filter((field) => field.name === name);
  const rows: readonly Row[] = cells.map((cell, index) => ({ number: index + 2, cells: [cell] }));
  const related = await findRelated(rows, mapped, signal);
  return rows.map((row) => {
    const result = recordOf(row, { schema, fields: mapped, related });
    if ('record' in result) return new Map(Object.entries(result.record)).get(name);
    return result.rejections.map(({ field, reason }) => [field, reason]);
  });
}

const cuid = 'cmij1x2y30000abcd1234efgh';

test('finds related records by name, and keeps ids and unknown names', async () => {
  const asked = serveCities([
    { id: '1', name: 'Ulm' },
    { id: '2', name: 'Bad Tölz' },
  ]);
  const cells = ['Bad Tölz', 'Ulm', cuid, 'Ulm', 'Atlantis'];
  expect(await valuesOf('cityId', cells)).toEqual(['2', '1', cuid, '1', 'Atlantis']);
  expect(asked).toEqual([['Bad Tölz', 'Ulm', 'Atlantis']]);
});

test('refuses a name that several records have', async () => {
  serveCities([
    { id: '1', name: 'Ulm' },
    { id: '2', name: 'Ulm' },
  ]);
  const reason = 'Several records have this name. Use the id.';
  expect(await valuesOf('cityId', ['Ulm'])).toEqual([[['City', reason]]]);
  expect(await valuesOf('cityIds', ['Atlantis; Ulm'])).toEqual([[['Cities', reason]]]);
});

test('reads several names or ids in a cell', async () => {
  serveCities([
    { id: '1', name: 'Ulm' },
    { id: '2', name: 'Bad Tölz' },
    { id: '3', name: 'Washington, D.C.' },
  ]);
  const cells = ['Ulm, Bad Tölz', 'Ulm; Washington, D.C.', `${cuid} ${cuid}`, 'a b'];
  expect(await valuesOf('cityIds', cells)).toEqual([
    ['1', '2'],
    ['1', '3'],
    [cuid, cuid],
    ['a', 'b'],
  ]);
});

test('asks for fewer names if a page does not contain all records', async () => {
  const stored = ['Ulm', 'Ulm', 'Ulm', 'Bonn'].map((name, index) => ({ id: `${index}`, name }));
  serveCities(stored, 2);
  const [ulm, bonn] = await valuesOf('cityId', ['Ulm', 'Bonn']);
  expect(ulm).toEqual([['City', expect.stringContaining('Several')]]);
  expect(bonn).toBe('3');
});

test('sends names in several requests', async () => {
  const asked = serveCities([]);
  await valuesOf(
    'cityId',
    Array.from({ length: 120 }, (_, index) => `City ${index}`),
  );
  expect(asked.map((names) => names.length)).toEqual([50, 50, 20]);
});

test('keeps the cells if the server refuses the names, and reports other errors', async () => {
  const answer = vi.fn<() => Promise<Response>>();
  vi.stubGlobal('fetch', answer);
  answer.mockImplementation(async () => Response.json({}, { status: 422 }));
  expect(await valuesOf('cityId', ['Ulm', 'Bonn'])).toEqual(['Ulm', 'Bonn']);
  answer.mockImplementation(async () => Response.json({ detail: 'Down' }, { status: 503 }));
  await expect(valuesOf('cityId', ['Ulm'])).rejects.toThrow('Down');
});
