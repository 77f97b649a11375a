import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newEmail, newPassword, register, type Person } from '../../support/auth-people.ts';
import { authVariant } from '../../support/auth-project.ts';
import { describeAuth, onSQLite } from '../../support/auth-suite.ts';
import { genlock, run } from '../../support/cli.ts';
import { sharedProcesses } from '../../support/generated-tests.ts';
import { done, npm, pathWithoutOurs, typecheck } from '../../support/shop.ts';

/** An entity with the name of the plugin's model, with fields of its own, and an entity that refers to it. */
const entities = [
  {
    name: 'User',
    access: { read: 'admin', write: 'admin' },
    fields: [
      { name: 'email', type: 'String', required: true, unique: true, format: 'email' },
      { name: 'name', type: 'String' },
      { name: 'phone', type: 'String' },
    ],
    relations: [{ name: 'team', type: 'many-to-one', target: 'Team', onDelete: 'setNull' }],
  },
  {
    name: 'Team',
    access: { read: 'admin', write: 'admin' },
    fields: [{ name: 'name', type: 'String', required: true }],
  },
  {
    name: 'Ticket',
    access: { read: 'admin', write: 'admin' },
    fields: [{ name: 'title', type: 'String', required: true }],
    relations: [{ name: 'requester', type: 'many-to-one', target: 'User', required: true }],
  },
];

const withUsers = (): Promise<string> =>
  authVariant('guarded-users', async (root) => {
    const config = { database: 'file', entities, plugins: { 'auth-jwt': { enabled: true } } };
    writeFileSync(join(root, 'genlock.json'), JSON.stringify(config));
    done(await genlock(['sync', '--yes'], { cwd: root }));
    const env = { DATABASE_URL: 'file:./data/first.db' };
    done(await genlock(['db', 'migrate', 'dev', '--name', 'users', '--accept-data-loss'], { cwd: root, env }));
  });

describe('a project with an entity User', () => {
  test.each([typecheck, 'lint', 'format:check'])('passes %s', async (script) => {
    expect(await npm(await withUsers(), ['run', ...script.split(' ')])).toMatchObject({ code: 0 });
  });

  test('passes its generated tests of the entities', async () => {
    const files = ['test/server/routes', 'test/server/access.test.ts', 'test/client/entities/user.test.tsx'];
    expect(await npm(await withUsers(), ['test', '--', ...files, ...sharedProcesses.split(' ')])).toMatchObject({
      code: 0,
    });
  });
});

describeAuth(
  'the API of the entity User',
  ({ send, server }) => {
    const rows = (statement: string, ...values: readonly string[]) => server().database.query(statement, ...values);
    const userOf = async ({ id }: Pick<Person, 'id'>) => (await rows('SELECT * FROM "User" WHERE id = ?', id))[0];
    const users = async () => (await server().database.counts()).users;

    /** Registers a user and sets the role in the database. */
    async function person(role: 'USER' | 'ADMIN' | 'SUPER_ADMIN'): Promise<Person> {
      const made = await register(send);
      await rows('UPDATE "User" SET role = ? WHERE id = ?', role, made.id);
      return made;
    }
    const patch = (by: Person, target: Pick<Person, 'id'>, body: object) =>
      send(`PATCH /api/users/${target.id}`, { body, token: by.accessToken });
    const bulk = (by: Person, body: object) => send('POST /api/users/bulk', { body, token: by.accessToken });

    test('offers no new records', async () => {
      const admin = await person('SUPER_ADMIN');
      const body = { email: newEmail(), name: 'New', password: newPassword(), role: 'SUPER_ADMIN' };
      const before = await users();
      const one = await send('POST /api/users', { body, token: admin.accessToken });
      expect(one).toMatchObject({
        status: 405,
        json: { code: 'method_not_allowed' },
        headers: { allow: 'GET, HEAD, OPTIONS' },
      });
      expect(one.headers['content-type']).toContain('application/problem+json');
      const many = await bulk(admin, { create: [body] });
      expect(many).toMatchObject({ status: 422, json: { errors: [{ pointer: '/create', code: 'not_offered' }] } });
      expect(await users()).toBe(before);
    });

    test.for(['Bob@Example.com', 'bob@', 'twin', 'own'])('never writes an address: %s', async (given) => {
      const [admin, target, twin] = [await person('ADMIN'), await person('USER'), await person('USER')];
      const email = given === 'twin' ? twin.email : given === 'own' ? target.email : given;
      const one = await patch(admin, target, { email });
      expect(one).toMatchObject({ status: 422, json: { errors: [{ pointer: '/email' }] } });
      const many = await bulk(admin, { update: [{ id: target.id, changes: { email } }] });
      expect(many).toMatchObject({ status: 422, json: { errors: [{ pointer: '/update/0/changes/email' }] } });
      expect(await userOf(target)).toMatchObject({ email: target.email });
      const { email: address, password } = target;
      expect(await send('POST /login', { body: { email: address, password } })).toMatchObject({ status: 200 });
    });

    test.for([
      { role: 'SUPER_ADMIN' },
      { password: '!' },
      { disabledAt: null },
      { emailVerified: '2026-01-01T00:00:00.000Z' },
      { sessions: { create: { tokenId: 'x' } } },
      { sessions: { deleteMany: {} } },
      { tickets: { create: { title: 'x' } } },
      { team: { create: { name: 'x' } } },
      { id: 'other' },
    ])('never writes %o', async (changes) => {
      const [admin, target] = [await person('SUPER_ADMIN'), await person('USER')];
      const before = await userOf(target);
      const [field] = Object.keys(changes);
      const one = await patch(admin, target, changes);
      expect(one).toMatchObject({ status: 422, json: { errors: [{ pointer: `/${field}` }] } });
      const many = await bulk(admin, { update: [{ id: target.id, changes }] });
      expect(many).toMatchObject({ status: 422, json: { errors: [{ pointer: `/update/0/changes/${field}` }] } });
      expect(await userOf(target)).toEqual(before);
    });

    test('offers no deletion, so the last SUPER_ADMIN stays', async () => {
      const [admin, last] = [await person('ADMIN'), await person('SUPER_ADMIN')];
      for (const by of [admin, last]) {
        const one = await send(`DELETE /api/users/${last.id}`, { token: by.accessToken });
        expect(one).toMatchObject({ status: 405, json: { code: 'method_not_allowed' } });
        const many = await bulk(by, { delete: [last.id] });
        expect(many).toMatchObject({ status: 422, json: { errors: [{ pointer: '/delete', code: 'not_offered' }] } });
      }
      expect(await userOf(last)).toMatchObject({ role: 'SUPER_ADMIN' });
    });

    test('refuses changes of administrators of the same or a higher rank', async () => {
      const [admin, peer, first] = [await person('ADMIN'), await person('ADMIN'), await person('SUPER_ADMIN')];
      const user = await person('USER');
      for (const target of [peer, first]) {
        expect(await patch(admin, target, { phone: '1' })).toMatchObject({ status: 403 });
        const both = [user, target].map(({ id }) => ({ id, changes: { phone: '1' } }));
        expect(await bulk(admin, { update: both })).toMatchObject({ status: 403 });
        expect(await userOf(target)).toMatchObject({ phone: null });
        expect(await userOf(user)).toMatchObject({ phone: null });
      }
      expect(await patch(admin, user, { phone: '1' })).toMatchObject({ status: 200, json: { phone: '1' } });
      expect(await patch(admin, admin, { phone: '1' })).toMatchObject({ status: 200 });
      expect(await patch(first, admin, { phone: '2' })).toMatchObject({ status: 200 });
    });

    test('normalizes names like registration', async () => {
      const [admin, user] = [await person('ADMIN'), await person('USER')];
      expect(await patch(admin, user, { name: '  Ada  ' })).toMatchObject({ status: 200, json: { name: 'Ada' } });
      const long = await patch(admin, user, { name: 'a'.repeat(201) });
      expect(long).toMatchObject({ status: 422, json: { errors: [{ pointer: '/name' }] } });
    });

    test('writes no user through another entity', async () => {
      const [admin, user] = [await person('SUPER_ADMIN'), await person('USER')];
      const nested = { create: { email: 'Nested@Example.com', role: 'SUPER_ADMIN' } };
      const before = await users();
      const token = admin.accessToken;
      const body = { title: 'x', requesterId: user.id, requester: nested };
      const made = await send('POST /api/tickets', { body, token });
      expect(made).toMatchObject({ status: 201, json: { requesterId: user.id } });
      const inId = await send('POST /api/tickets', { body: { title: 'x', requesterId: nested }, token });
      expect(inId).toMatchObject({ status: 422, json: { errors: [{ pointer: '/requesterId' }] } });
      const changed = await send(`PATCH /api/tickets/${String(made.json['id'])}`, {
        body: { requester: nested },
        token,
      });
      expect(changed).toMatchObject({ status: 422, json: { errors: [{ pointer: '/requester' }] } });
      expect(await users()).toBe(before);
    });

    test('returns no password and no role', async () => {
      const admin = await person('ADMIN');
      for (const path of [
        '/api/users',
        `/api/users/${admin.id}`,
        '/api/users?role=ADMIN',
        '/api/users?sort=password',
      ]) {
        const [address, query = ''] = path.split('?');
        const { text } = await send(`GET ${address}`, { token: admin.accessToken, query });
        expect(text).not.toContain('$2b$');
        expect(text).not.toMatch(/"(?:password|role)":/u);
      }
    });

    test('lists addresses that are not normalized, without changes', async () => {
      const [odd, twin] = [await person('USER'), await person('USER')];
      await rows('UPDATE "User" SET email = ? WHERE id = ?', twin.email.toUpperCase(), odd.id);
      const script = 'server/lib/auth/list-addresses.ts';
      const env = { PATH: pathWithoutOurs(), NODE_ENV: undefined, DATABASE_URL: server().database.url };
      const listed = await run(['npm', 'run', '--silent', 'task', '--', script], { cwd: await withUsers(), env });
      expect([listed.code, listed.stderr]).toEqual([0, '']);
      expect(listed.stdout).toContain(`${odd.id}  "${twin.email.toUpperCase()}"  the account ${twin.id} has`);
      expect(listed.stdout).toContain('No record was changed.');
      expect(await userOf(odd)).toMatchObject({ email: twin.email.toUpperCase() });
    });
  },
  { ...onSQLite, root: withUsers },
);
