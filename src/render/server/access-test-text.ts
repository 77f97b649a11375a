/** `test/support/user.ts`, there only where entities refer to users. */
export const userText = `import { testUser } from '../../server/lib/auth/port';

let user: ReturnType<typeof testUser> | undefined;

/** A user that records can belong to, the same one for a whole file of tests. */
export function anyUser() {
  user ??= testUser();
  return user;
}
`;

/** `test/support/access.ts`, there only where not everybody may read and write some entity. */
export const accessTestText = `import { describe, expect, it } from 'vitest';
import { type Caller, useApi } from './api';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Rule = 'public' | 'authenticated' | 'owner' | 'admin';

/** An entity that not everybody may read and write. */
interface Guarded {
  readonly path: string;
  readonly build: () => Promise<object>;
  /** Puts a record into the database that belongs to nobody the tests know. */
  readonly create: () => Promise<{ readonly id: string }>;
  /** Makes a user. */
  readonly user: (role?: 'ADMIN') => Promise<Caller>;
  readonly read: Rule;
  readonly write: Rule;
  /** The field that says whose a record is. */
  readonly owner?: string;
}

/** Status codes, by who is calling; \`ok\` stands for the one of success. */
const ok = 200;
const answers = {
  public: { nobody: ok, user: ok, admin: ok },
  authenticated: { nobody: 401, user: ok, admin: ok },
  owner: { nobody: 401, user: 404, admin: ok },
  admin: { nobody: 401, user: 403, admin: ok },
};

/** Tests who may read and write the records of an entity. */
export function testAccess({ path, build, create, user, read, write, owner }: Guarded): void {
  const api = useApi();
  const callers = {
    nobody: async () => api,
    user: async () => api.as(await user()),
    admin: async () => api.as(await user('ADMIN')),
  };
  /** In a list, and for what is new, there are no records of others to be kept from. */
  const own = (rule: Rule) => (rule === 'owner' ? answers.authenticated : answers[rule]);
  const creates = own(write);

  describe.each(['nobody', 'user', 'admin'] as const)(\`\${path} for %s\`, (who) => {
    it(\`reads (\${read})\`, async () => {
      const caller = await callers[who]();
      const { id } = await create();
      expect((await caller.get(path)).status).toBe(own(read)[who]);
      expect((await caller.get(\`\${path}/\${id}\`)).status).toBe(answers[read][who]);
    });

    it(\`writes (\${write})\`, async () => {
      const caller = await callers[who]();
      const { id } = await create();
      const created = await caller.post(path, await build());
      expect(created.status).toBe(creates[who] === ok ? 201 : creates[who]);
      const expected = answers[write][who];
      expect((await caller.patch(\`\${path}/\${id}\`, {})).status).toBe(expected);
      const deleted = await caller.delete(\`\${path}/\${id}\`);
      expect(deleted.status).toBe(expected === ok ? 204 : expected);
    });
  });

  describe.each(owner === undefined ? [] : [owner])(\`%s of a record of \${path}\`, (field) => {
    it.each([write].filter((rule) => rule !== 'admin'))(
      'is who made it, whatever the body says (%s)',
      async () => {
        const [one, other] = [await user(), await user()];
        const input = { ...(await build()), [field]: other.id };
        const { body } = await api.as(one).post<Row>(path, input);
        expect(body[field]).toBe(one.id);
        const changed = await api.as(one).patch<Row>(\`\${path}/\${body.id}\`, { [field]: other.id });
        expect(changed.body[field]).toBe(one.id);
      },
    );

    it.each([write].filter((rule) => rule === 'owner'))('changes and deletes it (%s)', async () => {
      const caller = api.as(await user());
      const { body } = await caller.post<Row>(path, await build());
      expect((await caller.patch(\`\${path}/\${body.id}\`, {})).status).toBe(200);
      expect((await caller.delete(\`\${path}/\${body.id}\`)).status).toBe(204);
    });

    it.each([read].filter((rule) => rule === 'owner'))(
      'finds it in the list, and nobody else’s (%s)',
      async () => {
        const [one, other] = [await user(), await user()];
        const admin = api.as(await user('ADMIN'));
        await create();
        const input = { ...(await build()), [field]: one.id };
        const { body } = await admin.post<Row>(path, input);
        expect((await api.as(one).get(\`\${path}?limit=200\`)).body).toEqual([body]);
        expect((await api.as(one).get(\`\${path}/\${body.id}\`)).body).toEqual(body);
        expect((await api.as(other).get(\`\${path}?limit=200\`)).body).toEqual([]);
      },
    );

    it('is named by an administrator, who may name another', async () => {
      const [one, other] = [await user(), await user()];
      const admin = api.as(await user('ADMIN'));
      const { body } = await admin.post<Row>(path, { ...(await build()), [field]: one.id });
      expect(body[field]).toBe(one.id);
      const changed = await admin.patch<Row>(\`\${path}/\${body.id}\`, { [field]: other.id });
      expect(changed.body[field]).toBe(other.id);
    });
  });
}
`;
