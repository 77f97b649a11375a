import { expect, test } from 'vitest';
import { login, newEmail, newPassword, register, statusesOf } from '../../support/auth-people.ts';
import { describeAuth } from '../../support/auth-suite.ts';

describeAuth('registration', ({ send, server }) => {
  const post = (body: unknown) => send('POST /register', { body });
  /** Registers with one password and signs in with another spelling. Returns the status of the sign-in. */
  const signsIn = async (registered: string, given: string): Promise<number> => {
    const { email } = await register(send, { password: registered });
    return (await send('POST /login', { body: { email, password: given } })).status;
  };
  const user = async (email: string) =>
    (await server().database.query('SELECT * FROM "User" WHERE email = ?', email))[0];

  test('R01 a password of seven characters is refused and pointed at', async () => {
    const { counts } = server().database;
    const before = await counts();
    const answer = await post({ email: newEmail(), password: 'Canary7' });
    expect(answer).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/password', code: 'password_too_short' }] },
    });
    expect(await counts()).toEqual(before);
    expect(await post({ email: newEmail(), password: 'Canary78' })).toMatchObject({ status: 201 });
  });

  test.for([
    ['password_no_uppercase', 'canary7bird'],
    ['password_no_lowercase', 'CANARY7BIRD'],
    ['password_no_digit', 'CanaryBird'],
  ])('R02 a missing class has its own code: %s', async ([code, password]) => {
    const answer = await post({ email: newEmail(), password });
    expect(answer).toMatchObject({ status: 422, json: { errors: [{ pointer: '/password', code }] } });
    expect(answer.json.errors).toHaveLength(1);
  });

  test.for([
    ['emoji', '🦜'.repeat(64)],
    ['Arabic', 'ع'.repeat(64)],
    ['Hangul', '한'.repeat(64)],
    ['family emoji', '👨‍👩‍👧‍👦'.repeat(16)],
    ['spaces', ' '.repeat(64)],
  ])('R03 64 characters of any script: %s', async ([, characters]) => {
    const password = `${characters}aA1`;
    expect(await signsIn(password, password)).toBe(200);
    expect(await signsIn(password, `${characters}aA2`)).toBe(401);
  });

  test('R04, G16 passwords are not truncated: bytes after the 72nd count', async () => {
    const password = 'Canary7Bird'.padEnd(80, 'x');
    const { email } = await register(send, { password: `${password}X` });
    const attempt = async (given: string) => (await send('POST /login', { body: { email, password: given } })).status;
    expect(await attempt(`${password}Y`)).toBe(401);
    expect(await attempt(password)).toBe(401);
    expect(await attempt(password.slice(0, 72))).toBe(401);
    expect(await attempt(`${password}X`)).toBe(200);
  });

  test('R04 a NUL is a character like any other', async () => {
    expect(await signsIn('Canary7\0one', 'Canary7\0two')).toBe(401);
    expect(await signsIn('Canary7\0one', 'Canary7\0one')).toBe(200);
  });

  test('R04 the stored hash of a long password does not work as the password', async () => {
    const { email } = await register(send, { password: 'Canary7Bird'.padEnd(100, 'x') });
    const stored = String((await user(email))?.['password']);
    expect((await send('POST /login', { body: { email, password: stored } })).status).toBe(401);
  });

  test('R06 Unicode spellings of the same password are equal', async () => {
    expect(await signsIn('Ｐａｓｓｗｏｒｄ１', 'Password1')).toBe(200);
    expect(await signsIn('Canary7Birde\u0301', 'Canary7Bird\u00e9')).toBe(200);
    expect(await signsIn('Canary7Birde\u0301', 'Canary7Birde')).toBe(401);
  });

  test('R09 the default policy is the four rules and nothing more', async () => {
    expect(await post({ email: newEmail(), password: 'Password1' })).toMatchObject({ status: 201 });
    expect(await post({ email: newEmail(), password: 'Aa345678' })).toMatchObject({ status: 201 });
  });

  test('R11, G28 257 characters are too many', async () => {
    const answer = await post({ email: newEmail(), password: 'aA1'.padEnd(257, 'x') });
    expect(answer).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '/password', code: 'password_too_long' }] },
    });
    expect(await post({ email: newEmail(), password: 'aA1'.padEnd(256, 'x') })).toMatchObject({ status: 201 });
  });

  test('R11 a megabyte is too large, for every address', async () => {
    for (const path of ['/register', '/login', '/refresh', '/logout']) {
      const answer = await send(`POST ${path}`, {
        body: { email: newEmail(), password: 'aA1'.padEnd(1_000_000, 'x') },
      });
      expect([path, answer.status, answer.json.code]).toEqual([path, 413, 'body_too_large']);
    }
  });

  test('R13 the hash is bcrypt with the configured cost', async () => {
    const short = await register(send);
    expect((await user(short.email))?.['password']).toMatch(/^\$2b\$10\$[./\w]{53}$/u);
    const long = await register(send, { password: newPassword().padEnd(100, 'x') });
    expect((await user(long.email))?.['password']).toMatch(/\$2b\$10\$[./\w]{53}$/u);
  });

  test('R15, G18, G29 ignores unknown keys', async () => {
    const email = newEmail();
    const id = 'caaaaaaaaaaaaaaaaaaaaaaaa';
    const body = `{"email":"${email}","password":"${newPassword()}","role":"SUPER_ADMIN","id":"${id}","emailVerified":true,
      "createdAt":"2001-01-01T00:00:00Z","sessions":{"create":[]},"isAdmin":true,"passwordHash":"x",
      "__proto__":{"role":"ADMIN","polluted":true},"constructor":{"prototype":{"polluted":true}}}`;
    const answer = await send('POST /register', { body, headers: { 'content-type': 'application/json' } });
    expect(answer).toMatchObject({ status: 201, json: { user: { email, name: null, role: 'USER' } } });
    expect(answer.json.user?.id).not.toBe(id);
    const row = await user(email);
    expect(row).toMatchObject({ role: 'USER', id: answer.json.user?.id });
    expect(JSON.stringify(row?.['createdAt'])).not.toContain('2001');
    expect((await send('GET /me', { token: answer.json.accessToken })).text).not.toContain('polluted');
    expect((await register(send)).id).not.toBe('');
  });

  test.for([
    ['an object', { a: 1 }],
    ['an operator', { contains: '@' }],
    ['another', { not: '' }],
    ['a list', ['a@example.com']],
    ['a number', 7],
    ['null', null],
    ['a boolean', true],
    ['nothing', undefined],
    ['empty text', ''],
  ])('R16, G23 an address that is %s is refused', async ([, email]) => {
    for (const path of ['/register', '/login']) {
      const answer = await send(`POST ${path}`, { body: { email, password: newPassword() } });
      expect([path, answer.status, answer.json.errors?.[0]?.pointer]).toEqual([path, 422, '/email']);
    }
  });

  test.for([
    ['an object', { equals: 'x' }],
    ['a list', ['Canary7Bird']],
    ['a number', 12_345_678],
    ['null', null],
    ['nothing', undefined],
  ])('R16 a password that is %s is refused', async ([, password]) => {
    for (const path of ['/register', '/login']) {
      const answer = await send(`POST ${path}`, { body: { email: newEmail(), password } });
      expect([path, answer.status, answer.json.errors?.[0]?.pointer]).toEqual([path, 422, '/password']);
    }
  });

  test('R17 one account per address, however it is spelt', async () => {
    const { email, password } = await register(send);
    const spelt = `  ${email.toUpperCase()} `;
    expect(await post({ email: spelt, password: newPassword() })).toMatchObject({
      status: 409,
      json: { code: 'email_taken' },
    });
    expect(await login(send, { email: spelt, password })).toMatchObject({ email: spelt });
    expect((await post({ email: `  ${newEmail()}  `, password: newPassword() })).json.user?.email).toMatch(/^\S+$/u);
  });

  test.for([
    ['too long', `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(4)}com`],
    ['a line break', 'a\r\nBcc: b@example.com@example.com'],
    ['a line feed inside', 'a@example.com\nb'],
    ['a quoted local part', '"a b"@example.com'],
    ['a NUL', 'a\0@example.com'],
    ['no host', 'a@'],
    ['no local part', '@example.com'],
    ['two signs', 'a@b@example.com'],
    ['a display name', 'A <a@example.com>'],
    ['a space inside', 'a b@example.com'],
    ['a lone surrogate', 'a\ud800@example.com'],
  ])('R19 an address with %s is refused', async ([, email]) => {
    const answer = await post({ email, password: newPassword() });
    expect(answer).toMatchObject({ status: 422, json: { errors: [{ pointer: '/email' }] } });
  });

  test('R20 twenty registrations of one address at once: one account', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ email, password: newPassword() })));
    const statuses = statusesOf(answers);
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await server().database.query('SELECT id FROM "User" WHERE email = ?', email)).toHaveLength(1);
    const sessions = 'SELECT s.id FROM "Session" s JOIN "User" u ON u.id = s."userId" WHERE u.email = ?';
    expect(await server().database.query(sessions, email)).toHaveLength(1);
  });

  test('R21 the answer holds the user and both tokens, and no hash', async () => {
    const email = newEmail();
    const answer = await post({ email, password: newPassword(), name: 'Ada' });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.json).toSorted()).toEqual(['accessToken', 'refreshToken', 'user']);
    expect(answer.json.user).toEqual({ id: expect.any(String), email, name: 'Ada', role: 'USER' });
    expect(answer.text).not.toMatch(/password|\$2[aby]\$/u);
    expect(answer.cookies.map(({ name }) => name).toSorted()).toEqual(['access_token', 'refresh_token']);
  });

  test('R21 a client that requests cookies gets no token in the body', async () => {
    const headers = { 'x-token-delivery': 'cookie' };
    const body = { email: newEmail(), password: newPassword() };
    for (const path of ['/register', '/login']) {
      const answer = await send(`POST ${path}`, { body, headers });
      expect(Object.keys(answer.json)).toEqual(['user']);
      expect(answer.text).not.toContain('eyJ');
      expect(answer.cookies.filter(({ value }) => value.startsWith('eyJ'))).toHaveLength(2);
    }
  });

  test('R21 a name is text or null', async () => {
    expect(await post({ email: newEmail(), password: newPassword(), name: null })).toMatchObject({
      status: 201,
      json: { user: { name: null } },
    });
    for (const name of [7, {}, [], 'x'.repeat(100_000)]) {
      expect([413, 422]).toContain((await post({ email: newEmail(), password: newPassword(), name })).status);
    }
  });
});
