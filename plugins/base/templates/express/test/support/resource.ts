import { parse } from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { ListRules } from '../../server/lib/page';
import { type Caller, type Problem, useApi } from './api';
import { testChanges } from './changes';
import { testIdempotency } from './idempotency';
import { testQueries } from './queries';
import { type Emptied, testUnique } from './unique';
import { strangeValues } from './strange-values';

export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

interface Related {
  /** The field to write. */
  readonly field: string;
  /** The relation name for `include`, if the relation is readable. */
  readonly name?: string;
  /** The API path of the related records. */
  readonly path: string;
  readonly create: () => Promise<{ readonly id: string }>;
}

/** The effect on a record when the referenced record is deleted. */
type DeleteRule = 'cascade' | 'restrict' | 'setNull';

/** The test configuration of one entity. */
export interface Resource {
  readonly path: string;
  /** Creates a valid body, different at each call. */
  readonly build: () => Promise<object>;
  /** Creates a record in the database. */
  readonly create: () => Promise<{ readonly id: string }>;
  /** Creates a user, if access is restricted. The tests run as an administrator. */
  readonly user?: (role: 'ADMIN') => Promise<Caller>;
  /** All fields of a body except JSON fields. */
  readonly fields: readonly string[];
  readonly json?: readonly string[];
  readonly required: readonly string[];
  /** Groups of fields with unique combinations of values. */
  readonly unique: readonly (readonly string[])[];
  /** Unique groups with their optional fields. */
  readonly emptied?: readonly Emptied[];
  /** The columns that lists can be filtered and sorted by. */
  readonly columns: readonly string[];
  /** Columns that lists can be filtered by but not sorted by. */
  readonly unsortable?: readonly string[];
  /** The parts of a query that lists accept. */
  readonly lists: ListRules<string>;
  /** References, each with the effect of deletions if the API of the related records offers them. */
  readonly references?: readonly (Related & { readonly onDelete?: DeleteRule })[];
  readonly links?: readonly Related[];
}

/** Tests the common behavior of an entity’s API. */
export function testResource(resource: Resource): void {
  const { path, build, create, fields, required, unique, columns, user } = resource;
  const { unsortable = [], json = [], references = [], links = [], emptied = [] } = resource;
  const api = useApi(user && (() => user('ADMIN')));
  const createRow = async () => (await api.get<Row>(`${path}/${(await create()).id}`)).body;

  describe(`GET ${path}`, () => {
    it('lists the newest records first', async () => {
      const rows = [await createRow(), await createRow()];
      const { status, body } = await api.get(`${path}?limit=2`);
      expect(status).toBe(200);
      expect(body).toEqual(rows.toReversed());
    });

    it.each(columns)('sorts by %s, page by page', async (column) => {
      const rows = [await createRow(), await createRow(), await createRow()];
      const ascending = await api.get<Row[]>(`${path}?limit=200&sort=${column}`);
      const descending = await api.all<Row>(`${path}?limit=4&sort=-${column}`);
      expect(ascending.body).toEqual(expect.arrayContaining(rows));
      expect(descending.toReversed()).toEqual(ascending.body);
    });

    it.each(unsortable)('does not sort by %s', async (column) => {
      const { status, body } = await api.get<Problem>(`${path}?sort=${column}`);
      expect(status).toBe(422);
      expect(parameters(body)).toEqual(['sort']);
    });

    it.each([...columns, ...unsortable])('filters by %s', async (column) => {
      const row = await createRow();
      const { body } = await api.get<Row[]>(
        `${path}?${column}=${encodeURIComponent(String(row[column] ?? ''))}`,
      );
      expect(body).toContainEqual(row);
      expect(body.every((other) => other[column] === row[column])).toBe(true);
    });

    it.each([...columns, ...unsortable])('accepts or refuses every value of %s', async (column) => {
      const unclear: unknown[] = [];
      for (const text of strangeValues.map(String)) {
        const end = JSON.stringify([column, 'asc', text, 'id']);
        const cursor = Buffer.from(end).toString('base64url');
        const queries = [
          { [column]: text },
          { [`${column}[contains]`]: text },
          { sort: column, cursor },
        ];
        const ask = async (query: Record<string, string>) => {
          const answer = await api.get<Problem>(`${path}?${new URLSearchParams(query)}`);
          if (!isClear(answer)) unclear.push(query);
        };
        await Promise.all(queries.map(ask));
      }
      expect(unclear).toEqual([]);
    });

    it.each(['unknown=1', 'sort=unknown', 'include=unknown', 'limit=0', 'limit=201', 'cursor=1'])(
      'refuses %s',
      async (query) => {
        const { status, body } = await api.get<Problem>(`${path}?${query}`);
        expect(status).toBe(422);
        expect(parameters(body)).toEqual([query.split('=')[0]]);
      },
    );
  });

  testQueries(resource);

  describe(`POST ${path}`, () => {
    it('creates a record and returns its location', async () => {
      const input = await build();
      const { status, headers, body } = await api.post<Row>(path, input);
      expect(status).toBe(201);
      expect(body).toMatchObject(input);
      expect(headers.get('Location')).toBe(`${path}/${body.id}`);
      expect((await api.get(`${path}/${body.id}`)).body).toEqual(body);
    });

    it('ignores unknown keys', async () => {
      const { status, body } = await api.post(path, { ...(await build()), unknown: 1 });
      expect(status).toBe(201);
      expect(body).not.toHaveProperty('unknown');
    });

    it.each(required)('requires %s', async (field) => {
      const input = { ...(await build()), [field]: undefined };
      const { status, body } = await api.post<Problem>(path, input);
      expect(status).toBe(422);
      expect(pointers(body)).toEqual([`/${field}`]);
    });

    it.each(fields)('refuses an invalid %s', async (field) => {
      const input = { ...(await build()), [field]: { wrong: true } };
      const { status, body } = await api.post<Problem>(path, input);
      expect(status).toBe(422);
      expect(pointers(body)).toEqual([`/${field}`]);
    });

    it.each([...fields, ...json])('accepts or refuses every value of %s', async (field) => {
      const unclear: unknown[] = [];
      for (const value of strangeValues) {
        const answer = await api.post<Problem>(path, { ...(await build()), [field]: value });
        if (!isClear(answer)) unclear.push(value);
      }
      expect(unclear).toEqual([]);
    });

    it.each(unique.map((group) => ({ group })))(
      'refuses the same $group twice',
      async ({ group }) => {
        const first: Record<string, unknown> = { ...(await build()) };
        for (const { field, create: createTarget } of references) {
          if (group.includes(field)) first[field] = (await createTarget()).id;
        }
        const taken = Object.fromEntries(group.map((field) => [field, first[field]]));
        expect((await api.post(path, first)).status).toBe(201);
        const { status, body } = await api.post<Problem>(path, { ...(await build()), ...taken });
        expect(status).toBe(409);
        expect(pointers(body)?.toSorted()).toEqual(group.map((field) => `/${field}`).toSorted());
      },
    );
  });

  describe(`PATCH ${path}/:id`, () => {
    it('changes the given fields', async () => {
      const { id } = await create();
      const changes = await build();
      const { status, body } = await api.patch(`${path}/${id}`, changes);
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...changes, id });
    });

    it('refuses unknown keys and names them', async () => {
      const row = await createRow();
      const changes = { ...(await build()), 'un/known': 1, id: 'other', createdAt: null };
      const { status, body } = await api.patch<Problem>(`${path}/${row.id}`, changes);
      expect(status).toBe(422);
      expect(pointers(body)?.toSorted()).toEqual(['/createdAt', '/id', '/un~1known']);
      expect((await api.get(`${path}/${row.id}`)).body).toEqual(row);
    });

    it('keeps the other fields', async () => {
      const row = await createRow();
      const { body } = await api.patch(`${path}/${row.id}`, {});
      expect(body).toEqual({ ...row, updatedAt: expect.any(String) });
    });

    it.each(fields)('refuses an invalid %s', async (field) => {
      const { id } = await create();
      const { status, body } = await api.patch<Problem>(`${path}/${id}`, {
        [field]: { wrong: true },
      });
      expect(status).toBe(422);
      expect(pointers(body)).toEqual([`/${field}`]);
    });
  });

  describe(`DELETE ${path}/:id`, () => {
    it('deletes the record', async () => {
      const { id } = await create();
      expect((await api.delete(`${path}/${id}`)).status).toBe(204);
      expect((await api.get(`${path}/${id}`)).status).toBe(404);
    });
  });

  testUnique({ path, api, build, references, emptied });
  testIdempotency({ path, api, build, user });
  testChanges({ path, api, build, create, hasFields: fields.length + json.length > 0 });

  it('answers 404 for a record that does not exist', async () => {
    expect((await api.get(`${path}/unknown`)).status).toBe(404);
    expect((await api.patch(`${path}/unknown`, {})).status).toBe(404);
    expect((await api.delete(`${path}/unknown`)).status).toBe(404);
  });

  it('answers 405 for unsupported methods', async () => {
    const { status, headers } = await api.request(path, { method: 'PUT' });
    expect(status).toBe(405);
    expect(headers.get('Allow')).toBe('GET, HEAD, POST, OPTIONS');
  });

  describe.each(references)('$field', ({ name = '', field, onDelete, ...target }) => {
    it.each([name].filter(Boolean))('is included on request as %s', async () => {
      const { id } = await target.create();
      const { body } = await api.post<Row>(path, { ...(await build()), [field]: id });
      const { body: row } = await api.get(`${path}/${body.id}?include=${name}`);
      expect(row).toMatchObject({ [field]: id, [name]: { id } });
    });

    it('must exist', async () => {
      const input = { ...(await build()), [field]: 'unknown' };
      const { status, body } = await api.post<Problem>(path, input);
      expect(status).toBe(422);
      expect(body.code).toBe('related_record_missing');
      expect(pointers(body)).toEqual([`/${field}`]);
    });

    it('must exist in bulk requests', async () => {
      const inputs = [{ ...(await build()), [field]: 'unknown' }];
      const { status, body } = await api.post<Problem>(`${path}/bulk`, { create: inputs });
      expect(status).toBe(422);
      expect(pointers(body)).toEqual([`/create/0/${field}`]);
    });

    const rules = onDelete === undefined ? [] : [onDelete];
    it.each(rules)('applies %s when the related record is deleted', async (rule) => {
      const { id } = await target.create();
      const { body } = await api.post<Row>(path, { ...(await build()), [field]: id });
      const deleted = await api.delete(`${target.path}/${id}`);
      const { status, body: row } = await api.get<Row>(`${path}/${body.id}`);
      expect(deleted.status).toBe(rule === 'restrict' ? 409 : 204);
      expect(status).toBe(rule === 'cascade' ? 404 : 200);
      expect(row[field]).toBe({ cascade: undefined, restrict: id, setNull: null }[rule]);
    });
  });

  describe.each(links)('$field', ({ name = '', field, create: createTarget }) => {
    const idsOf = async (id: string) => {
      const { body } = await api.get<Row>(`${path}/${id}?include=${name}`);
      return (body[name] as Row[]).map((row) => row.id);
    };

    it.each([name].filter(Boolean))('are set by id and included as %s', async () => {
      const [one, other] = [await createTarget(), await createTarget()];
      const { body } = await api.post<Row>(path, { ...(await build()), [field]: [one.id] });
      expect(await idsOf(body.id)).toEqual([one.id]);
      const tag = async () => (await api.get(`${path}/${body.id}`)).headers.get('ETag');
      const before = await tag();
      await api.patch(`${path}/${body.id}`, { [field]: [other.id] });
      expect(await tag()).not.toBe(before);
      expect(await idsOf(body.id)).toEqual([other.id]);
      await api.patch(`${path}/${body.id}`, {});
      expect(await idsOf(body.id)).toEqual([other.id]);
    });

    it.each([name].filter(Boolean))('are exported as CSV, as ids', async () => {
      const related = [await createTarget(), await createTarget()].map(({ id }) => id);
      const { body } = await api.post<Row>(path, { ...(await build()), [field]: related });
      const csv = await api.download(path, { Accept: 'text/csv' });
      const { data } = parse<Row>(csv.body, { header: true });
      const cell = String(data.find((row) => row.id === body.id)?.[field]);
      expect(cell.split(' ').toSorted()).toEqual(related.toSorted());
    });

    it('must exist', async () => {
      const { id } = await createTarget();
      const input = { ...(await build()), [field]: [id, 'unknown'] };
      const { status, body } = await api.post<Problem>(path, input);
      expect(status).toBe(422);
      expect(body.code).toBe('related_record_missing');
      expect(pointers(body)).toEqual([`/${field}/1`]);
    });

    it('are limited to a thousand', async () => {
      const input = { ...(await build()), [field]: Array.from({ length: 1_001 }, () => 'unknown') };
      const { status, body } = await api.post<Problem>(path, input);
      expect(status).toBe(422);
      expect(pointers(body)).toEqual([`/${field}`]);
    });
  });
}

/** Returns whether a request succeeded, or was refused with field errors. */
function isClear({ status, body: { errors = [] } }: { status: number; body: Problem }): boolean {
  return status < 300 || (status === 422 && errors.length > 0);
}

function pointers({ errors }: Problem) {
  return errors?.map(({ pointer }) => pointer);
}

function parameters({ errors }: Problem) {
  return errors?.map(({ parameter }) => parameter);
}
