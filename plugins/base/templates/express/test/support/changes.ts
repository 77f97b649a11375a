import { describe, expect, it } from 'vitest';
import type { Problem, useApi } from './api';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

interface Changed {
  readonly path: string;
  readonly api: ReturnType<typeof useApi>;
  /** Creates a valid body, different at each call. */
  readonly build: () => Promise<object>;
  /** Creates a record in the database. */
  readonly create: () => Promise<{ readonly id: string }>;
  /** Whether a record has fields to change. */
  readonly hasFields: boolean;
}

/** Tests concurrent changes, bulk requests and the CSV export of an entity’s API. */
export function testChanges({ path, api, build, create, hasFields }: Changed): void {
  const patchIf = (etag: string, id: string, body: object) =>
    api.request<Problem>(`${path}/${id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', 'If-Match': etag },
      body: JSON.stringify(body),
    });

  describe.each([path].filter(() => hasFields))('If-Match at %s/:id', () => {
    it('changes only the version that the caller has read', async () => {
      const { id } = await create();
      const etag = (await api.get(`${path}/${id}`)).headers.get('ETag') ?? '';
      const changed = await patchIf(etag, id, await build());
      expect(changed.status).toBe(200);
      const refused = await patchIf(etag, id, await build());
      expect(refused).toMatchObject({ status: 412, body: { code: 'changed_since_read' } });
      const headers = { 'If-Match': etag };
      expect((await api.request(`${path}/${id}`, { method: 'DELETE', headers })).status).toBe(412);
      expect((await patchIf(changed.headers.get('ETag') ?? '', id, {})).status).toBe(200);
    });

    it('accepts the entity tag of the response that created the record', async () => {
      const { body, headers } = await api.post<Row>(path, await build());
      expect((await patchIf(headers.get('ETag') ?? '', body.id, {})).status).toBe(200);
    });

    it('accepts one of several changes at the same time', async () => {
      const { id } = await create();
      const etag = (await api.get(`${path}/${id}`)).headers.get('ETag') ?? '';
      const bodies = [await build(), await build(), await build()];
      const answers = await Promise.all(bodies.map((body) => patchIf(etag, id, body)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    });
  });

  describe(`POST ${path}/bulk`, () => {
    it('creates, changes and deletes records', async () => {
      const [changed, removed] = [await create(), await create()];
      const [input, changes] = [await build(), await build()];
      const { status, body } = await api.post<{ created: Row[]; updated: Row[] }>(`${path}/bulk`, {
        create: [input],
        update: [{ id: changed.id, changes }],
        delete: [removed.id],
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        created: [input],
        updated: [{ ...changes, id: changed.id }],
        deleted: [removed.id],
      });
      expect((await api.get(`${path}/${body.created[0]?.id}`)).body).toEqual(body.created[0]);
      expect((await api.get(`${path}/${removed.id}`)).status).toBe(404);
    });

    it('keeps all records if one record is refused', async () => {
      const { id } = await create();
      const { status, body } = await api.post<Problem>(`${path}/bulk`, {
        create: [await build()],
        delete: [id, 'unknown'],
      });
      expect(status).toBe(404);
      expect(body.errors).toMatchObject([{ pointer: '/delete/1' }]);
      expect((await api.get(`${path}/${id}`)).status).toBe(200);
    });

    it('names every invalid value', async () => {
      const { status, body } = await api.post<Problem>(`${path}/bulk`, {
        create: [1],
        update: [{ id: 'one', changes: { unknown: 1 } }],
      });
      expect(status).toBe(422);
      expect(body.errors?.map(({ pointer }) => pointer)).toEqual([
        '/create/0',
        '/update/0/changes/unknown',
      ]);
    });
  });

  it('exports all records as CSV', async () => {
    const { id } = await create();
    const response = await api.download(path, { Accept: 'text/csv' });
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    const [header, ...lines] = response.body.split('\r\n');
    expect(header).toMatch(/^id,.*createdAt,updatedAt$/);
    expect(lines.some((line) => line.startsWith(`${id},`))).toBe(true);
    const inGerman = { Accept: 'text/csv', 'Accept-Language': 'de-AT' };
    expect((await api.download(path, inGerman)).body).toMatch(/^id;.*createdAt;updatedAt\r\n/);
    const inAny = { Accept: 'text/csv', 'Accept-Language': '*' };
    expect((await api.download(path, inAny)).body).toBe(response.body);
  });
}
