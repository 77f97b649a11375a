import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Prisma } from '../../server/generated/prisma/client';
import { mayManage } from '../../server/lib/auth/administration';
import { outranks, type Role, roles } from '../../server/lib/auth/roles';
import { openSession } from '../../server/lib/auth/sessions';
import { testUser } from '../../server/lib/auth/port';
import { db } from '../../server/lib/db';
import { mailsTo } from '../support/mailbox';
import { cookieOf, password, useAuthApi } from './support';

const { send, register } = useAuthApi();

type Caller = Awaited<ReturnType<typeof testUser>>;

interface Asking {
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a request to the administration of users. */
async function ask(caller: Asking, call: string, body?: object) {
  const [method = '', path = ''] = call.split(' ');
  const { headers } = caller;
  const answer = await send(`/api/admin/users${path}`, { method, headers, ...(body && { body }) });
  return { ...answer, outcome: answer.status < 300 ? 'ok' : answer.body.code };
}

const manage = [
  'PUT /:id/disabled',
  'DELETE /:id/disabled',
  'DELETE /:id/sessions',
  'DELETE /:id/second-factor',
  'POST /:id/password-reset',
  'DELETE /:id',
];
const [tooLow, denied] = ['rank_too_low', 'forbidden'];

describe.each(manage)('%s', (call) => {
  test.each<[Role, ...string[]]>([
    ['USER', denied, denied, denied],
    ['ADMIN', 'ok', tooLow, tooLow],
    ['SUPER_ADMIN', 'ok', 'ok', 'ok'],
  ])('of %s on USER, ADMIN and SUPER_ADMIN', async (role, ...expected) => {
    const caller = await testUser(role);
    const outcomes: unknown[] = [];
    for (const other of ['USER', 'ADMIN', 'SUPER_ADMIN'] as const) {
      const target = await testUser(other);
      outcomes.push((await ask(caller, call.replace(':id', target.id))).outcome);
    }
    expect(outcomes).toEqual(expected);
  });

  test('refuses visitors and the own account, and finds no other', async () => {
    const [caller, target] = [await testUser('SUPER_ADMIN'), await testUser()];
    await testUser('SUPER_ADMIN');
    const outcomeOf = async (by: Asking, id: string) =>
      (await ask(by, call.replace(':id', id))).outcome;
    expect(await outcomeOf({ headers: {} }, target.id)).toBe('unauthenticated');
    expect(await outcomeOf(caller, caller.id)).toBe('own_account');
    expect(await outcomeOf(caller, 'none')).toBe('not_found');
    expect(await outcomeOf(caller, '%00')).toBe('not_found');
  });
});

test.each<[Role, ...string[]]>([
  ['USER', denied, denied, denied],
  ['ADMIN', tooLow, tooLow, tooLow],
  ['SUPER_ADMIN', 'ok', 'ok', 'ok'],
])('lets %s change roles or not', async (role, ...expected) => {
  const caller = await testUser(role);
  const outcomes: unknown[] = [];
  for (const other of ['USER', 'ADMIN', 'SUPER_ADMIN'] as const) {
    const { id } = await testUser(other);
    outcomes.push((await ask(caller, `PUT /${id}/role`, { role: 'ADMIN' })).outcome);
    const { role: now } = await db.user.findUniqueOrThrow({
      where: { id },
      select: { role: true },
    });
    expect(now).toBe(role === 'SUPER_ADMIN' ? 'ADMIN' : other);
  }
  expect(outcomes).toEqual(expected);
});

test('ranks all roles of the project', () => {
  const found = roles.map((one) => roles.map((other) => outranks({ role: one }, { role: other })));
  expect(found).toEqual(roles.map((_, one) => roles.map((__, other) => one > other)));
  expect(outranks({ role: 'USER' }, { role: 'unknown' })).toBe(true);
  expect(outranks({ role: 'unknown' }, { role: 'USER' })).toBe(false);
});

test('lets only administrators manage users, also of unknown roles', () => {
  const target = { id: 'a', role: 'unknown' };
  const found = roles.filter((role) => mayManage({ id: 'b', role }, target));
  expect(found).toEqual(['ADMIN', 'SUPER_ADMIN']);
});

test('refuses unknown roles, and a change of the own role', async () => {
  const [caller, { id }] = [await testUser('SUPER_ADMIN'), await testUser()];
  await testUser('SUPER_ADMIN');
  expect((await ask(caller, `PUT /${id}/role`, { role: 'ROOT' })).status).toBe(422);
  const own = await ask(caller, `PUT /${caller.id}/role`, { role: 'USER' });
  expect([own.status, own.outcome]).toEqual([403, 'own_account']);
});

describe('the last SUPER_ADMIN', () => {
  beforeEach(() => db.user.updateMany({ data: { role: 'USER' } }));

  const superAdmins = () => db.user.count({ where: { role: 'SUPER_ADMIN', disabledAt: null } });

  test.each([
    ['demoted', 'PUT /:id/role', { role: 'USER' }],
    ['disabled', 'PUT /:id/disabled', undefined],
    ['deleted', 'DELETE /:id', undefined],
  ] as const)('cannot be %s', async (_, call, body) => {
    const last = await testUser('SUPER_ADMIN');
    const disabled = await testUser('SUPER_ADMIN');
    expect((await ask(last, `PUT /${disabled.id}/disabled`)).status).toBe(204);
    const { status, outcome } = await ask(last, call.replace(':id', last.id), body);
    expect([status, outcome]).toEqual([409, 'last_super_admin']);
    expect(await superAdmins()).toBe(1);
  });

  test.each([
    ['PUT /:id/role', { role: 'USER' }],
    ['PUT /:id/disabled', undefined],
    ['DELETE /:id', undefined],
  ] as const)('remains after two requests %s at once', async (call, body) => {
    for (let round = 0; round < 5; round += 1) {
      await db.user.updateMany({ data: { role: 'USER' } });
      const [one, other] = [await testUser('SUPER_ADMIN'), await testUser('SUPER_ADMIN')];
      const answers = await Promise.all([
        ask(one, call.replace(':id', other.id), body),
        ask(other, call.replace(':id', one.id), body),
      ]);
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
      expect(await superAdmins()).toBe(1);
    }
  });
});

test('accepts permitted changes at once, and repeats a transaction after a conflict', async () => {
  const [one, other] = [await testUser('SUPER_ADMIN'), await testUser('ADMIN')];
  const transaction = vi.spyOn(db, '$transaction');
  transaction.mockRejectedValueOnce(
    new Prisma.PrismaClientKnownRequestError('conflict', { code: 'P2034', clientVersion: '' }),
  );
  const changes = [one, other, one, other].map(async (caller) => {
    const { id } = await testUser();
    return (await ask(caller, `PUT /${id}/disabled`)).status;
  });
  expect(await Promise.all(changes)).toEqual([204, 204, 204, 204]);
  expect(transaction.mock.calls.length).toBeGreaterThan(4);
  transaction.mockRestore();
});

test('refuses a disabled user at every way in until the user is enabled', async () => {
  const admin = await testUser('ADMIN');
  const { email, user, headers, accessToken, refreshToken } = await register();
  const login = () => send('login', { body: { email, password } });
  expect((await ask(admin, `PUT /${user.id}/disabled`)).status).toBe(204);
  // A sign-in that was checked before could create a session after.
  const later = await openSession(user.id);
  const bearer = { Authorization: `Bearer ${later.accessToken}` };
  const cookie = (token: string) => ({ Cookie: cookieOf('refresh_token', token) });
  const answers = await Promise.all([
    send('me', { headers }),
    send('me', { headers: bearer }),
    send('me', { headers: { Cookie: cookieOf('access_token', accessToken) } }),
    send('session', { headers: bearer }),
    send('refresh', { body: { refreshToken } }),
    send('refresh', { body: { refreshToken: later.refreshToken } }),
    send('refresh', { method: 'POST', headers: cookie(later.refreshToken) }),
    send('password', { method: 'PUT', headers: bearer, body: {} }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
  const refused = await login();
  expect([refused.status, refused.body.accessToken]).toEqual([403, undefined]);

  expect((await ask(admin, `DELETE /${user.id}/disabled`)).status).toBe(204);
  expect((await login()).status).toBe(200);
  expect((await send('me', { headers })).status).toBe(401);
});

test('ends all sessions of a user', async () => {
  const [admin, target] = [await testUser('ADMIN'), await testUser()];
  expect((await send('me', target)).status).toBe(200);
  await ask(admin, `DELETE /${target.id}/sessions`);
  expect((await send('me', target)).status).toBe(401);
});

test('removes the second factor of a user', async () => {
  const [admin, target] = [await testUser('ADMIN'), await testUser()];
  const { id: userId } = target;
  const totp = { userId, secret: 'sealed', confirmedAt: new Date() };
  await db.totp.create({ data: totp });
  await db.recoveryCode.create({ data: { userId, codeHash: userId } });
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  const listed = async () => (await ask(admin, `GET ?q=${email}`)).body;
  expect(await listed()).toMatchObject([{ secondFactor: true }]);
  await ask(admin, `DELETE /${userId}/second-factor`);
  expect(await listed()).toMatchObject([{ secondFactor: false }]);
  expect(await db.recoveryCode.count({ where: { userId } })).toBe(0);
});

test('applies a new role, and the end of a role, to the next request', async () => {
  const [caller, target] = [await testUser('SUPER_ADMIN'), await testUser()];
  const list = () => ask(target, 'GET ?limit=1');
  const statuses = [(await list()).status];
  for (const role of ['ADMIN', 'USER']) {
    await ask(caller, `PUT /${target.id}/role`, { role });
    statuses.push((await list()).status);
  }
  expect(statuses).toEqual([403, 200, 403]);
});

test('mails a link for a new password, but not to a disabled user', async () => {
  const admin = await testUser('ADMIN');
  const { email, user } = await register();
  const answer = await ask(admin, `POST /${user.id}/password-reset`);
  expect([answer.status, answer.body]).toEqual([202, undefined]);
  const [mail] = await mailsTo(email);
  expect(mail?.text).toContain('#token=');
  await ask(admin, `PUT /${user.id}/disabled`);
  expect((await ask(admin, `POST /${user.id}/password-reset`)).outcome).toBe('user_disabled');
  expect(await mailsTo(email)).toHaveLength(1);
});

describe('the list of users', () => {
  interface Listed {
    readonly id: string;
    readonly may: object;
    readonly lastSignInAt: string | null;
  }

  async function list(caller: Caller, query: string) {
    const { status, headers, body } = await ask(caller, `GET ?${query}`);
    const users = body as unknown as readonly Listed[];
    return { status, users, next: /<(.+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1] };
  }

  test('has no secrets and reports what the caller may do', async () => {
    const admin = await testUser('SUPER_ADMIN');
    const { email, user } = await register();
    const { users } = await list(admin, `q=${email}`);
    expect(users).toEqual([
      {
        ...user,
        emailVerified: null,
        disabledAt: null,
        createdAt: expect.any(String),
        lastSignInAt: expect.any(String),
        secondFactor: false,
        may: { manage: true, changeRole: true },
      },
    ]);
    const own = await db.user.findUniqueOrThrow({ where: { id: admin.id } });
    expect((await list(admin, `q=${own.email}`)).users[0]?.may).toEqual({
      manage: false,
      changeRole: false,
    });
  });

  test('is searched, filtered and read page by page', async () => {
    const admin = await testUser('SUPER_ADMIN');
    const mark = admin.id.slice(-8);
    const ids: string[] = [];
    for (const name of ['Ann', 'Bob', 'Cid']) {
      const { id } = await testUser();
      await db.user.update({ where: { id }, data: { name: `${name} ${mark}` } });
      ids.push(id);
    }
    await ask(admin, `PUT /${ids[1]}/disabled`);
    const found = async (query: string) =>
      (await list(admin, `q=${mark}&sort=name&${query}`)).users.map(({ id }) => id);
    expect(await found('')).toEqual(ids);
    expect(await found('state=disabled')).toEqual([ids[1]]);
    expect(await found('state=enabled')).toEqual([ids[0], ids[2]]);
    expect(await found('role=ADMIN')).toEqual([]);
    const pages: string[] = [];
    let next: string | undefined = `/api/admin/users?q=${mark}&sort=name&limit=1`;
    while (next !== undefined) {
      const page = await list(admin, next.split('?')[1] ?? '');
      pages.push(...page.users.map(({ id }) => id));
      ({ next } = page);
    }
    expect(pages).toEqual(ids);
  });

  test('refuses unknown parameters', async () => {
    const admin = await testUser('ADMIN');
    for (const query of ['state=x', 'role=ROOT', 'password=x', 'cursor=x', 'sort=password']) {
      expect((await list(admin, query)).status).toBe(422);
    }
  });
});
