import { expect, it } from 'vitest';
import { type Caller, type Problem, useApi } from './api';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Write = 'create' | 'update' | 'delete';

/** The test configuration of an entity whose model a plugin provides. */
interface Guarded {
  readonly path: string;
  /** Returns values of the fields that the API writes. */
  readonly build: () => Promise<object>;
  /** Creates a record in the database. */
  readonly create: () => Promise<{ readonly id: string }>;
  /** Creates a user. The tests run as an administrator. */
  readonly user?: (role: 'ADMIN') => Promise<Caller>;
  /** The operations that the plugin refuses. */
  readonly refuse: readonly Write[];
  /** The fields that the API returns and never writes. */
  readonly readOnly: readonly string[];
}

/** Tests that the API of an entity keeps the rules of the plugin that provides its model. */
export function testGuarded({ path, build, create, user, refuse, readOnly }: Guarded): void {
  const api = useApi(user && (() => user('ADMIN')));
  const createRow = async () => (await api.get<Row>(`${path}/${(await create()).id}`)).body;
  const isOffered = (operation: Write) => !refuse.includes(operation);
  const hasBulk = (['create', 'update', 'delete'] as const).some(isOffered);

  const requests: Record<Write, (row: Row) => Promise<{ status: number; body: Problem }>> = {
    create: async () => api.post<Problem>(path, await build()),
    update: async ({ id }) => api.patch<Problem>(`${path}/${id}`, await build()),
    delete: ({ id }) => api.delete(`${path}/${id}`),
  };
  const bulk: Record<Write, (row: Row) => Promise<object>> = {
    create: async () => ({ create: [await build()] }),
    update: async ({ id }) => ({ update: [{ id, changes: await build() }] }),
    delete: async ({ id }) => ({ delete: [id] }),
  };

  it('lists and reads records', async () => {
    const row = await createRow();
    const { status, body } = await api.get<Row[]>(`${path}?limit=1`);
    expect(status).toBe(200);
    expect(body).toEqual([row]);
  });

  it.each(refuse)('offers no %s', async (operation) => {
    const row = await createRow();
    const { status, body } = await requests[operation](row);
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    const many = await api.post<Problem>(`${path}/bulk`, await bulk[operation](row));
    expect(many.status).toBe(hasBulk ? 422 : 405);
    expect(pointers(many.body)).toEqual(hasBulk ? [`/${operation}`] : undefined);
    expect((await api.get<Row>(`${path}/${row.id}`)).body).toEqual(row);
  });

  it('describes the offered operations only', async () => {
    const { body } = await api.get<{ paths: Record<string, object> }>('/openapi.json');
    const described = Object.keys({ ...body.paths[path], ...body.paths[`${path}/{id}`] });
    const methods = { create: 'post', update: 'patch', delete: 'delete' };
    for (const operation of ['create', 'update', 'delete'] as const) {
      const isDescribed = described.includes(methods[operation]);
      expect([operation, isDescribed]).toEqual([operation, isOffered(operation)]);
    }
    expect(`${path}/bulk` in body.paths).toBe(hasBulk);
  });

  if (!isOffered('update')) return;

  it('changes the other fields', async () => {
    const row = await createRow();
    const changes = await build();
    const { status, body } = await api.patch<Row>(`${path}/${row.id}`, changes);
    expect(status).toBe(200);
    expect(body).toEqual({ ...row, ...changes, updatedAt: expect.any(String) });
  });

  it.each(readOnly)('never writes %s', async (field) => {
    const row = await createRow();
    const changes = { [field]: row[field] };
    const one = await api.patch<Problem>(`${path}/${row.id}`, changes);
    expect([one.status, pointers(one.body)]).toEqual([422, [`/${field}`]]);
    const update = [{ id: row.id, changes }];
    const many = await api.post<Problem>(`${path}/bulk`, { update });
    expect([many.status, pointers(many.body)]).toEqual([422, [`/update/0/changes/${field}`]]);
  });
}

function pointers({ errors }: Problem) {
  return errors?.map(({ pointer }) => pointer);
}
