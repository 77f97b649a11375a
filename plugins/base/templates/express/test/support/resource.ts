import { describe, expect, it } from 'vitest';
import { type Caller, type Problem, useApi } from './api';
import { strangeValues } from './strange-values';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

interface Related {
  /** The field it is written by. */
  readonly field: string;
  /** What it is read by, if it can be. */
  readonly name?: string;
  /** Where the API has the related records. */
  readonly path: string;
  readonly create: () => Promise<{ readonly id: string }>;
}

/** What becomes of a record when the one it refers to is deleted. */
type DeleteRule = 'cascade' | 'restrict' | 'setNull';

/** What is particular to one entity's part of the API. */
interface Resource {
  readonly path: string;
  /** Makes a body that can be posted, another one at every call. */
  readonly build: () => Promise<object>;
  /** Puts a record into the database. */
  readonly create: () => Promise<{ readonly id: string }>;
  /** Makes a user, where not everybody may do everything; an administrator does what follows. */
  readonly user?: (role: 'ADMIN') => Promise<Caller>;
  /** All fields of a body, but for those that hold any JSON. */
  readonly fields: readonly string[];
  readonly json?: readonly string[];
  readonly required: readonly string[];
  /** Fields whose values, together, no two records share. */
  readonly unique: readonly (readonly string[])[];
  /** What a list can be filtered and sorted by. */
  readonly columns: readonly string[];
  /** Columns a list can be filtered by, but not sorted. */
  readonly unsortable?: readonly string[];
  readonly references?: readonly (Related & { readonly onDelete: DeleteRule })[];
  readonly links?: readonly Related[];
}

/** Tests what every entity's part of the API has in common. */
export function testResource(resource: Resource): void {
  const { path, build, create, fields, required, unique, columns, user } = resource;
  const { unsortable = [], json = [], references = [], links = [] } = resource;
  const api = useApi(user && (() => user('ADMIN')));
  const createRow = async () => (await api.get<Row>(`${path}/${(await create()).id}`)).body;

  describe(`GET ${path}`, () => {
    it('lists the newest first', async () => {
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

    it.each([...columns, ...unsortable])('has an answer to every %s asked for', async (column) => {
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

  describe(`POST ${path}`, () => {
    it('creates a record and says where it is', async () => {
      const input = await build();
      const { status, headers, body } = await api.post<Row>(path, input);
      expect(status).toBe(201);
      expect(body).toMatchObject(input);
      expect(headers.get('Location')).toBe(`${path}/${body.id}`);
      expect((await api.get(`${path}/${body.id}`)).body).toEqual(body);
    });

    it('leaves out keys it does not know', async () => {
      const { status, body } = await api.post(path, { ...(await build()), unknown: 1 });
      expect(status).toBe(201);
      expect(body).not.toHaveProperty('unknown');
    });

    it.each(required)('needs %s', async (field) => {
      const input = { ...(await build()), [field]: undefined };
      const { status, body } = await api.post<Problem>(path, input);
      expect(status).toBe(422);
      expect(pointers(body)).toEqual([`/${field}`]);
    });

    it.each(fields)('refuses a wrong %s', async (field) => {
      const input = { ...(await build()), [field]: { wrong: true } };
      const { status, body } = await api.post<Problem>(path, input);
      expect(status).toBe(422);
      expect(pointers(body)).toEqual([`/${field}`]);
    });

    it.each([...fields, ...json])('has an answer to every %s', async (field) => {
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
    it('changes what it is given', async () => {
      const { id } = await create();
      const changes = await build();
      const { status, body } = await api.patch(`${path}/${id}`, changes);
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...changes, id });
    });

    it('keeps the rest', async () => {
      const row = await createRow();
      const { body } = await api.patch(`${path}/${row.id}`, {});
      expect(body).toEqual({ ...row, updatedAt: expect.any(String) });
    });

    it.each(fields)('refuses a wrong %s', async (field) => {
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

  it('answers 404 for a record that does not exist', async () => {
    expect((await api.get(`${path}/unknown`)).status).toBe(404);
    expect((await api.patch(`${path}/unknown`, {})).status).toBe(404);
    expect((await api.delete(`${path}/unknown`)).status).toBe(404);
  });

  it('answers 405 for a method it does not have', async () => {
    const { status, headers } = await api.request(path, { method: 'PUT' });
    expect(status).toBe(405);
    expect(headers.get('Allow')).toBe('GET, HEAD, POST, OPTIONS');
  });

  describe.each(references)('$field', ({ name = '', field, onDelete, ...target }) => {
    it.each([name].filter(Boolean))('is read on request as %s', async () => {
      const { id } = await target.create();
      const { body } = await api.post<Row>(path, { ...(await build()), [field]: id });
      const { body: row } = await api.get(`${path}/${body.id}?include=${name}`);
      expect(row).toMatchObject({ [field]: id, [name]: { id } });
    });

    it('has to exist', async () => {
      const input = { ...(await build()), [field]: 'unknown' };
      const { status, body } = await api.post<Problem>(path, input);
      expect(status).toBe(422);
      expect(body.code).toBe('related_record_missing');
      expect(pointers(body)).toEqual([`/${field}`]);
    });

    it(`leads to ${onDelete} when it is deleted`, async () => {
      const { id } = await target.create();
      const { body } = await api.post<Row>(path, { ...(await build()), [field]: id });
      const deleted = await api.delete(`${target.path}/${id}`);
      const { status, body: row } = await api.get<Row>(`${path}/${body.id}`);
      expect(deleted.status).toBe(onDelete === 'restrict' ? 409 : 204);
      expect(status).toBe(onDelete === 'cascade' ? 404 : 200);
      expect(row[field]).toBe({ cascade: undefined, restrict: id, setNull: null }[onDelete]);
    });
  });

  describe.each(links)('$field', ({ name = '', field, create: createTarget }) => {
    const idsOf = async (id: string) => {
      const { body } = await api.get<Row>(`${path}/${id}?include=${name}`);
      return (body[name] as Row[]).map((row) => row.id);
    };

    it.each([name].filter(Boolean))('are written by their ids as %s', async () => {
      const [one, other] = [await createTarget(), await createTarget()];
      const { body } = await api.post<Row>(path, { ...(await build()), [field]: [one.id] });
      expect(await idsOf(body.id)).toEqual([one.id]);
      await api.patch(`${path}/${body.id}`, { [field]: [other.id] });
      expect(await idsOf(body.id)).toEqual([other.id]);
      await api.patch(`${path}/${body.id}`, {});
      expect(await idsOf(body.id)).toEqual([other.id]);
    });

    it('have to exist', async () => {
      const { id } = await createTarget();
      const input = { ...(await build()), [field]: [id, 'unknown'] };
      const { status, body } = await api.post<Problem>(path, input);
      expect(status).toBe(422);
      expect(body.code).toBe('related_record_missing');
      expect(pointers(body)).toEqual([`/${field}/1`]);
    });

    it('are at most a thousand', async () => {
      const input = { ...(await build()), [field]: Array.from({ length: 1_001 }, () => 'unknown') };
      const { status, body } = await api.post<Problem>(path, input);
      expect(status).toBe(422);
      expect(pointers(body)).toEqual([`/${field}`]);
    });
  });
}

/** Whether a request was granted, or refused with what is wrong with it. */
function isClear({ status, body: { errors = [] } }: { status: number; body: Problem }): boolean {
  return status < 300 || (status === 422 && errors.length > 0);
}

function pointers({ errors }: Problem) {
  return errors?.map(({ pointer }) => pointer);
}

function parameters({ errors }: Problem) {
  return errors?.map(({ parameter }) => parameter);
}
