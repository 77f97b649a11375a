import { describe, expect, it } from 'vitest';
import type { Operator } from '../../server/lib/column';
import { listColumns } from '../../server/lib/page';
import { type Problem, useApi } from './api';
import type { Resource, Row } from './resource';

/** Tests the operators of filters, the search and the total of an entity’s lists. */
export function testQueries(resource: Resource): void {
  const { path, build, create, user, lists, references = [], links = [] } = resource;
  const api = useApi(user && (() => user('ADMIN')));
  const createRow = async () => (await api.get<Row>(`${path}/${(await create()).id}`)).body;
  const createWith = async (values: object) =>
    (await api.post<Row>(path, { ...(await build()), ...values })).body;
  const find = (query: Record<string, string>) =>
    api.all<Row>(`${path}?${new URLSearchParams({ limit: '200', ...query })}`);
  const filters = Object.entries(listColumns(lists)).map(([name, column]) => ({ name, column }));

  describe(`queries of ${path}`, () => {
    it.each(filters)('compares $name', async ({ name, column }) => {
      const [one, other] = [await createRow(), await createRow()];
      const rows = await find({});
      for (const operator of column.operators) {
        for (const [text, isFound] of comparisons(operator, [one[name], other[name]])) {
          const found = await find({ [`${name}[${operator}]`]: text });
          const expected = rows.filter((row) => isFound(row[name]));
          expect([operator, text, idsOf(found)]).toEqual([operator, text, idsOf(expected)]);
        }
      }
    });

    it('refuses unknown operators and fields of relations', async () => {
      for (const parameter of ['createdAt[contains]', 'createdAt[some]', 'unknown.createdAt']) {
        const { status, body } = await api.get<Problem>(`${path}?${parameter}=1`);
        expect([status, body.errors?.map((error) => error.parameter)]).toEqual([422, [parameter]]);
      }
    });

    const { search = [] } = lists;
    it.each([path].filter(() => search.length > 0))(
      'finds records of %s with all words',
      async () => {
        const row = await createRow();
        const words = search.flatMap((field) => wordsOf(row[field])).slice(0, 10);
        const found = await find({ q: words.toReversed().map(otherCase).join('  ') });
        expect(found).toContainEqual(row);
        for (const hit of found) {
          const text = search.map((field) => lower(hit[field])).join('\n');
          expect(words.filter((word) => !text.includes(lower(word)))).toEqual([]);
        }
        expect(await find({ q: [...words.slice(1), 'f7%_'].join(' ') })).toEqual([]);
      },
    );

    it.each([path].filter(() => search.length === 0))('does not search %s', async () => {
      const { status, body } = await api.get<Problem>(`${path}?q=a`);
      expect([status, body.errors?.map(({ parameter }) => parameter)]).toEqual([422, ['q']]);
    });

    it('counts the whole list on request', async () => {
      const row = await createRow();
      const total = async (query: string) =>
        (await api.get(`${path}?limit=1&${query}`)).headers.get('X-Total-Count');
      expect(await total('count=true')).toBe(String((await find({})).length));
      const since = { 'createdAt[gte]': String(row['createdAt']) };
      const some = await find(since);
      expect(await total(`count=true&${new URLSearchParams(since)}`)).toBe(String(some.length));
      expect(await total('count=false')).toBeNull();
    });

    const named = references.filter(({ name }) => name !== undefined);
    it.each(named)('filters by the fields of $name', async ({ name = '', field, ...target }) => {
      const { id } = await target.create();
      const { body: related } = await api.get<Row>(`${target.path}/${id}`);
      const row = await createWith({ [field]: id });
      for (const column of Object.keys(lists.related?.[name] ?? {})) {
        const value = String(related[column] ?? '');
        const found = await find({ [`${name}.${column}`]: value, include: name });
        expect(idsOf(found)).toContain(row.id);
        for (const hit of found) {
          expect(hit[name]).toMatchObject({ [column]: related[column] });
        }
      }
    });

    const linked = links.filter(({ name }) => name !== undefined);
    it.each(linked)('filters by one of $name', async ({ name, field, create: createTarget }) => {
      const [one, other] = [await createTarget(), await createTarget()];
      const row = await createWith({ [field]: [one.id, other.id] });
      await createWith({ [field]: [other.id] });
      expect(idsOf(await find({ [`${name}[some]`]: one.id }))).toEqual([row.id]);
    });
  });
}

type Comparison = readonly [text: string, isFound: (value: unknown) => boolean];

/** Returns values of an operator with the records that it finds. */
function comparisons(operator: Operator, [one, other]: readonly [unknown, unknown]): Comparison[] {
  const [text, second] = [one, other].map((value) => String(value ?? ''));
  if (text === undefined || second === undefined) return [];
  if (operator === 'null') {
    return [
      ['true', (value) => value === null],
      ['false', (value) => value !== null],
    ];
  }
  if (operator === 'ne') return [[text, (value) => value !== one]];
  if (one === null || text === '') return [];
  const present = (test: (value: string | number) => boolean) => (value: unknown) =>
    (typeof value === 'string' || typeof value === 'number') && test(value);
  const [middle, start] = [[...text].slice(-5).join(''), [...text].slice(0, 5).join('')];
  switch (operator) {
    case 'in': {
      const texts = [text, second].filter(Boolean);
      const list = texts.map((item) => item.replaceAll(/[,\\]/g, String.raw`\$&`)).join(',');
      return [[list, (value) => value !== null && texts.includes(String(value))]];
    }
    case 'gt':
      return [[text, present((value) => order(value, one) > 0)]];
    case 'gte':
      return [[text, present((value) => order(value, one) >= 0)]];
    case 'lt':
      return [[text, present((value) => order(value, one) < 0)]];
    case 'lte':
      return [[text, present((value) => order(value, one) <= 0)]];
    case 'contains':
      return [
        [otherCase(middle), present((value) => lower(value).includes(lower(middle)))],
        ...['%', '_'].map((wildcard): Comparison => [
          wildcard,
          present((value) => String(value).includes(wildcard)),
        ]),
      ];
    case 'startsWith':
      return [[otherCase(start), present((value) => lower(value).startsWith(lower(start)))]];
  }
}

/** Compares days and timestamps as strings, and other values as numbers. */
function order(value: unknown, other: unknown): number {
  const isTime = typeof value === 'string' && /^\d{4}-\d{2}-/.test(value);
  if (isTime) return value < String(other) ? -1 : Number(value > String(other));
  return Number(value) - Number(other);
}

/** Changes the case of ASCII letters. SQLite compares other letters exactly. */
function otherCase(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) =>
    letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

function lower(value: unknown): string {
  return String(value ?? '').replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function wordsOf(value: unknown): string[] {
  return String(value ?? '')
    .split(/\s+/)
    .filter(Boolean);
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ id }) => id);
}
