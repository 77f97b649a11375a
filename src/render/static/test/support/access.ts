import { describe, expect, it } from 'vitest';
import { type Caller, useApi } from './api';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Rule = 'public' | 'authenticated' | 'owner' | 'admin';

/** An entity with restricted access. */
interface Guarded {
  readonly path: string;
  readonly build: () => Promise<object>;
  /** Creates a record of an unknown owner in the database. */
  readonly create: () => Promise<{ readonly id: string }>;
  /** Creates a user. */
  readonly user: (role?: 'ADMIN') => Promise<Caller>;
  readonly read: Rule;
  readonly write: Rule;
  /** The field with the owner of a record. */
  readonly owner?: string;
}

/** The expected status by caller. `ok` means success. */
const ok = 200;
const answers = {
  public: { nobody: ok, user: ok, admin: ok },
  authenticated: { nobody: 401, user: ok, admin: ok },
  owner: { nobody: 401, user: 404, admin: ok },
  admin: { nobody: 401, user: 403, admin: ok },
};

/** Tests the read and write access to an entity. */
export function testAccess({ path, build, create, user, read, write, owner }: Guarded): void {
  const api = useApi();
  const callers = {
    nobody: async () => api,
    user: async () => api.as(await user()),
    admin: async () => api.as(await user('ADMIN')),
  };
  /** For lists and new records, the owner rule only requires a sign-in. */
  const own = (rule: Rule) => (rule === 'owner' ? answers.authenticated : answers[rule]);
  const creates = own(write);

  describe.each(['nobody', 'user', 'admin'] as const)(`${path} for %s`, (who) => {
    it(`reads (${read})`, async () => {
      const caller = await callers[who]();
      const { id } = await create();
      expect((await caller.get(path)).status).toBe(own(read)[who]);
      expect((await caller.get(`${path}/${id}`)).status).toBe(answers[read][who]);
    });

    it(`writes (${write})`, async () => {
      const caller = await callers[who]();
      const { id } = await create();
      const created = await caller.post(path, await build());
      expect(created.status).toBe(creates[who] === ok ? 201 : creates[who]);
      const expected = answers[write][who];
      expect((await caller.patch(`${path}/${id}`, {})).status).toBe(expected);
      const deleted = await caller.delete(`${path}/${id}`);
      expect(deleted.status).toBe(expected === ok ? 204 : expected);
    });
  });

  describe.each(owner === undefined ? [] : [owner])(`%s of a record of ${path}`, (field) => {
    it.each([write].filter((rule) => rule !== 'admin'))(
      'is the creator, regardless of the body (%s)',
      async () => {
        const [one, other] = [await user(), await user()];
        const input = { ...(await build()), [field]: other.id };
        const { body } = await api.as(one).post<Row>(path, input);
        expect(body[field]).toBe(one.id);
        const changed = await api.as(one).patch<Row>(`${path}/${body.id}`, { [field]: other.id });
        expect(changed.body[field]).toBe(one.id);
      },
    );

    it.each([write].filter((rule) => rule === 'owner'))('changes and deletes it (%s)', async () => {
      const caller = api.as(await user());
      const { body } = await caller.post<Row>(path, await build());
      expect((await caller.patch(`${path}/${body.id}`, {})).status).toBe(200);
      expect((await caller.delete(`${path}/${body.id}`)).status).toBe(204);
    });

    it.each([read].filter((rule) => rule === 'owner'))(
      'lists only records of the owner (%s)',
      async () => {
        const [one, other] = [await user(), await user()];
        const admin = api.as(await user('ADMIN'));
        await create();
        const input = { ...(await build()), [field]: one.id };
        const { body } = await admin.post<Row>(path, input);
        expect((await api.as(one).get(`${path}?limit=200`)).body).toEqual([body]);
        expect((await api.as(one).get(`${path}/${body.id}`)).body).toEqual(body);
        expect((await api.as(other).get(`${path}?limit=200`)).body).toEqual([]);
      },
    );

    it('can be set and changed by an administrator', async () => {
      const [one, other] = [await user(), await user()];
      const admin = api.as(await user('ADMIN'));
      const { body } = await admin.post<Row>(path, { ...(await build()), [field]: one.id });
      expect(body[field]).toBe(one.id);
      const changed = await admin.patch<Row>(`${path}/${body.id}`, { [field]: other.id });
      expect(changed.body[field]).toBe(other.id);
    });
  });
}
