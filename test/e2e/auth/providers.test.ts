import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authDatabase } from '../../support/auth-database.ts';
import { leaksIn, newEmail, newPassword } from '../../support/auth-people.ts';
import { providersProject } from '../../support/auth-project.ts';
import { plainBrowser, startProvidersSite, type ProvidersSite } from '../../support/auth-providers.ts';
import { canRun, type Configuration, environment, launch, needConfiguration } from '../../support/auth-server.ts';
import { gitHubClient } from '../../support/github-stub.ts';
import { openIdClient } from '../../support/openid-provider.ts';

let site: ProvidersSite;
/** Subjects, addresses, codes and states that the log must not contain. */
const secrets: string[] = [openIdClient.secret, gitHubClient.secret, 'gho_'];

const browser = () => plainBrowser(site.url);

/** Adds a user to a provider. */
function newUser(provider = site.openId, claims: object = {}) {
  const sub = `sub-${randomUUID()}`;
  const email = newEmail();
  provider.users.set(sub, { email, email_verified: true, name: 'Ada', ...claims });
  secrets.push(sub, email);
  return { sub, email };
}

const count = async (table: string): Promise<number> =>
  Number((await site.server.database.query(`SELECT count(*) AS n FROM "${table}"`))[0]?.['n']);

describe.each<Configuration & { readonly title: string }>([
  { title: 'SQLite', kind: 'file', processes: 1, redis: false },
  { title: 'PostgreSQL', kind: 'relational', processes: 1, redis: false },
])('sign-in with providers on $title', (configuration) => {
  beforeAll(async () => {
    if (canRun(configuration)) site = await startProvidersSite(configuration);
  });
  afterAll(() => site?.stop());
  beforeEach((context) => needConfiguration(context, configuration));

  test('a user of an OpenID provider signs in twice and has one account', async () => {
    const { sub, email } = newUser();
    const one = browser();
    expect(await one.pass('oidc', sub, { callbackUrl: '/notes?page=2' })).toBe('/notes?page=2');
    const user = await one.me();
    expect(user).toMatchObject({ email, name: 'Ada', role: 'USER' });
    const other = browser();
    expect(await other.pass('oidc', sub)).toBe('/');
    expect(await other.me()).toEqual(user);
    const accounts = await site.server.database.query('SELECT * FROM "Account" WHERE "email" = ?', email);
    expect(accounts).toMatchObject([{ provider: 'oidc', issuer: site.openId.issuer, providerAccountId: sub }]);
    expect(await other.send('GET /me')).toMatchObject({ status: 200 });
    expect((await other.send('GET /sessions')).json).toHaveLength(2);
  });

  test('eight first sign-ins at once create one user', async () => {
    const { sub } = newUser();
    const browsers = Array.from({ length: 8 }, browser);
    const callbacks = await Promise.all(browsers.map((one) => one.agree('oidc', sub)));
    const before = { users: await count('User'), accounts: await count('Account') };
    const answers = await Promise.all(browsers.map((one, index) => one.open(callbacks[index] ?? new URL(site.url))));
    expect(answers.map(({ headers }) => headers.location)).toEqual(answers.map(() => '/'));
    expect(await count('User')).toBe(before.users + 1);
    expect(await count('Account')).toBe(before.accounts + 1);
  });

  test('an answer counts once, and only in the browser that began', async () => {
    const { sub } = newUser();
    const [one, other] = [browser(), browser()];
    const callback = await one.agree('oidc', sub);
    expect((await other.open(callback)).headers.location).toBe('/login?error=attempt_unknown');
    expect(await other.me()).toBeUndefined();
    expect((await one.open(callback)).headers.location).toBe('/');
    expect((await one.open(callback)).headers.location).toBe('/login?error=attempt_unknown');
  });

  test('a copied cookie does not repeat an answer', async () => {
    const { sub } = newUser();
    const one = browser();
    const begun = await one.send('POST /signin/oidc', { body: {} });
    const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const callback = await one.agree('oidc', sub);
    const state = new URL(String(begun.json['url'])).searchParams.get('state') ?? '';
    callback.searchParams.set('state', state);
    const query = callback.searchParams.toString();
    const stolen = await browser().send('GET /callback/oidc', { query, cookie });
    expect(stolen.headers.location).toBe('/login?error=provider_refused');
  });

  test.each([
    ['the issuer of another provider', 'iss', 'https://evil.example'],
    ['no issuer', 'iss', undefined],
    ['another code', 'code', 'unknown'],
  ])('refuses an answer with %s', async (_, name, value) => {
    const { sub } = newUser();
    const one = browser();
    const callback = await one.agree('oidc', sub);
    if (value === undefined) callback.searchParams.delete(name);
    else callback.searchParams.set(name, value);
    expect((await one.open(callback)).headers.location).toBe('/login?error=provider_refused');
    expect(await one.me()).toBeUndefined();
  });

  test('GitHub signs in with its verified primary address', async () => {
    const email = newEmail();
    const one = browser();
    site.gitHub.user = {
      id: 583_231,
      name: 'Octo',
      emails: [
        { email: newEmail(), primary: false, verified: true },
        { email: email.replace('person', 'Person'), primary: true, verified: true },
      ],
    };
    expect(await one.pass('github')).toBe('/');
    expect(await one.me()).toMatchObject({ email, name: 'Octo' });
    const stranger = browser();
    const callback = await stranger.agree('github');
    callback.searchParams.set('code', 'used');
    expect((await stranger.open(callback)).headers.location).toBe('/login?error=provider_refused');
  });

  test('a provider is connected to a user with a password, and is a way in until it is disconnected', async () => {
    const person = { email: newEmail(), password: newPassword() };
    const { sub } = newUser();
    const one = browser();
    await one.send('POST /register', { body: person });
    const me = await one.me();
    expect(await one.pass('oidc', sub, { link: true })).toBe('/account');
    const other = browser();
    await other.pass('oidc', sub);
    expect(await other.me()).toEqual(me);
    const { json } = await one.send('GET /accounts');
    const [account] = json['accounts'] as readonly { readonly id: string }[];
    expect(await one.send(`DELETE /accounts/${account?.id}`)).toMatchObject({ status: 204 });
    const third = browser();
    await third.pass('oidc', sub);
    expect((await third.me())?.id).not.toBe(me?.id);
  });

  test('the same subject of another provider is another user', async () => {
    const { sub } = newUser();
    site.other.users.set(sub, { email: newEmail(), email_verified: true });
    const [one, other] = [browser(), browser()];
    await one.pass('oidc', sub);
    await other.pass('gitlab', sub);
    expect((await other.me())?.id).not.toBe((await one.me())?.id);
  });

  test('a signed-in user signs in at the provider again', async () => {
    const { sub, email } = newUser();
    const one = browser();
    const pass = async () => {
      const before = site.openId.prompts();
      expect(await one.pass('oidc', sub)).toBe('/');
      expect(await one.me()).toMatchObject({ email });
      return site.openId.prompts() - before;
    };
    expect(await pass()).toBe(1);
    await one.send('POST /logout');
    // The provider still knows its user.
    expect(await pass()).toBe(0);
    expect(await pass()).toBe(1);
  });

  test('a changed secret ends no sign-in that has begun', async () => {
    const { sub } = newUser();
    const one = browser();
    const callback = await one.agree('oidc', sub);
    const JWT_SECRET = 'Qy7nT4vB9kL2xW6mR1cH8dP3fG5jS0zUeA';
    await site.server.kill();
    await site.server.start({ ...site.variables, JWT_SECRET, JWT_SECRET_PREVIOUS: environment['JWT_SECRET'] ?? '' });
    expect((await one.open(callback)).headers.location).toBe('/');
    await site.server.kill();
    await site.server.start(site.variables);
  });

  test('the log contains no secret, token, address or subject of a provider', () => {
    const output = site.server.output();
    expect(output).toContain('sign-in with a provider failed');
    expect(output).toContain('"event":"identity:link"');
    expect(leaksIn(output)).toEqual([]);
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
  });
});

test.each([
  ['an id without a secret', { AUTH_GITHUB_ID: 'x' }, 'AUTH_GITHUB_SECRET is missing'],
  ['a secret without an id', { AUTH_GITHUB_SECRET: 'x' }, 'AUTH_GITHUB_ID is missing'],
  ['no issuer', { AUTH_OIDC_ID: 'x', AUTH_OIDC_SECRET: 'x' }, 'AUTH_OIDC_ISSUER is missing'],
  ['an issuer without TLS', { AUTH_OIDC_ISSUER: 'http://id.example.com' }, 'AUTH_OIDC_ISSUER must begin with https'],
  ['an address like localhost', { AUTH_OIDC_ISSUER: 'http://localhost.evil.example' }, 'must begin with https'],
  ['another scheme', { AUTH_OIDC_ISSUER: 'ftp://localhost' }, 'must begin with https'],
])('the server does not start with %s', async (_, variables, message) => {
  const root = await providersProject();
  const database = await authDatabase(root, 'file');
  const issuer = 'AUTH_OIDC_ISSUER' in variables ? { AUTH_OIDC_ID: 'x', AUTH_OIDC_SECRET: 'x' } : {};
  const child = launch(root, { ...environment, DATABASE_URL: database.url, ...issuer, ...variables, PORT: '0' });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close');
  // Detects a server that starts unexpectedly.
  child.stdout?.on('data', () => output.includes('Listening') && child.kill('SIGKILL'));
  const [code] = await ended;
  await database.drop();
  expect(output).toContain(message);
  expect(code).toBe(1);
});
