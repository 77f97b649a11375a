/** People who use the application: each has an address, a password that mustn't be seen anywhere, and an IP address. */
import { expect } from 'vitest';
import { newAddress, type Answer, type Cookie, type Send } from './auth-client.ts';

/** Every password of the tests holds this word, so that it can be looked for in all that is printed or answered. */
export const canary = 'Canary7Bird';

let count = 0;

/** Returns a unique password. */
export function newPassword(): string {
  count += 1;
  return `${canary}-${process.pid}-${count}`;
}

/** Returns a unique email address. */
export function newEmail(): string {
  count += 1;
  return `person-${process.pid}-${Date.now()}-${count}@example.com`;
}

/** A signed-in user with an account. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** As a browser sends them. */
  readonly cookie: string;
}

/** Makes an account, from a new IP address. */
export async function register(send: Send, given: Readonly<Record<string, unknown>> = {}): Promise<Person> {
  const body = { email: newEmail(), password: newPassword(), ...given };
  const answer = await send('POST /register', { body });
  expect(answer).toMatchObject({ status: 201 });
  return personOf(answer, body);
}

/** Signs a user in again from a new IP address, which creates another session of the account. */
export async function login(send: Send, { email, password }: Pick<Person, 'email' | 'password'>): Promise<Person> {
  const answer = await send('POST /login', { body: { email, password }, from: newAddress() });
  expect(answer).toMatchObject({ status: 200 });
  return personOf(answer, { email, password });
}

function personOf(
  { json, cookies }: Answer,
  { email, password }: { readonly email: string; readonly password: string },
): Person {
  const { user, accessToken = '', refreshToken = '' } = json;
  return { id: user?.id ?? '', email, password, accessToken, refreshToken, cookie: cookieHeader(cookies) };
}

/** The `Cookie` header of a browser that was given these. */
function cookieHeader(cookies: readonly Cookie[]): string {
  return cookies
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

/** The value of a cookie that was set; either mode's name. */
export function cookieValue({ cookies }: Answer, name: 'access_token' | 'refresh_token'): string | undefined {
  return cookies.find((cookie) => cookie.name.replace(/^__Host-/u, '') === name)?.value;
}

/** A refresh token alone, as a cookie. */
export function refreshCookie(token: string): string {
  return `refresh_token=${token}`;
}

/** Returns the secrets in a string: passwords, tokens, hashes. */
export function leaksIn(text: string): readonly string[] {
  return [canary, /eyJ[\w-]+\.[\w-]+\.[\w-]*/u, /\$2[aby]\$\d\d\$/u]
    .filter((secret) => (typeof secret === 'string' ? text.includes(secret) : secret.test(text)))
    .map(String);
}

/** Returns the errors in an error response: disclosed data and missing parts. Empty for other responses. */
export function problemFaults({ status, headers, json, text, cookies }: Answer): readonly string[] {
  if (status < 400) return [];
  const faults: readonly (readonly [fault: string, there: boolean])[] = [
    [`status ${status}`, status >= 500],
    ['another content type', !(headers['content-type'] ?? '').startsWith('application/problem+json')],
    ['another status in the body', json['status'] !== status],
    ['no code', !/^[a-z_]+$/u.test(json.code ?? '')],
    ['a password', text.includes(canary)],
    ['cookies', cookies.some(({ value }) => value !== '')],
  ];
  return faults.filter(([, there]) => there).map(([fault]) => fault);
}

/** The statuses of some answers, sorted. */
export function statusesOf(answers: readonly Answer[]): readonly number[] {
  return answers.map(({ status }) => status).toSorted((one, other) => one - other);
}
