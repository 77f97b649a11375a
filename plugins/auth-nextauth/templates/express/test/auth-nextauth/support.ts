import { randomInt, randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { db } from '../../server/lib/db';
import { env } from '../../server/lib/env';
import { type Problem, useApi } from '../support/api';
import { type CodeAnswer, provider } from './stub';

// Configures all providers, also providers that the project does not use.
vi.mock(import('../../server/generated/settings'), async (original) => {
  const { generateKeyPairSync } = await import('node:crypto');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const module = await original();
  const ids = ['google', 'github', 'microsoft', 'apple', 'gitlab', 'discord', 'oidc'];
  const pairs = ids.flatMap((id) => [
    [`${id}Id`, `${id}-client`],
    [`${id}Secret`, `${id}-secret`],
  ]);
  const chosen = {
    ...Object.fromEntries(pairs),
    providers: ids.join(','),
    linking: 'ask',
    signup: 'open',
    oidcIssuer: 'https://id.example.com',
    oidcName: 'Example',
    appleTeamId: 'TEAM',
    appleKeyId: 'KEY',
    appleKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  return { ...module, settings: { ...module.settings, 'auth-nextauth': chosen } };
});

// A low bcrypt cost, for quick tests.
vi.mock(import('../../server/lib/auth/passwords'), async (original) => {
  const module = await original();
  return { ...module, passwords: module.createPasswords({ cost: 4 }) };
});

// Trusts one proxy, so that each request has its own address.
env.TRUST_PROXY = 1;

export const password = 'Correct-horse-battery-1';

export function newEmail(): string {
  return `${randomUUID()}@example.com`;
}

/** Returns an ID token's claims with a verified address. */
export function person(claims: CodeAnswer['claims'] = {}) {
  return { sub: randomUUID(), email: newEmail(), email_verified: true, name: 'Ada', ...claims };
}

interface Body extends Problem {
  readonly url: string;
  readonly user: { readonly id: string; readonly email: string; readonly role: string };
  readonly accounts: readonly { readonly id: string; readonly provider: string }[];
}

interface RequestOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where a browser is after the answer of a provider. */
export interface Landing {
  readonly status: number;
  readonly location: string;
}

/** Returns a function that opens browsers, each with its own cookies. */
export function useBrowsers() {
  const api = useApi();

  return function browser() {
    const cookies = new Map<string, string>();

    /** Sends a body unchanged. */
    async function raw(path: string, init: RequestInit) {
      const answer = await api.request<Body>(`/api/auth/${path}`, {
        ...init,
        redirect: 'manual',
        headers: {
          Accept: 'application/json',
          'X-Forwarded-For': `203.0.${randomInt(256)}.${randomInt(256)}`,
          Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          ...Object.fromEntries(new Headers(init.headers)),
        },
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    }

    function send(path: string, { method, body, headers = {} }: RequestOptions = {}) {
      if (body === undefined) return raw(path, { method: method ?? 'GET', headers });
      return raw(path, {
        method: method ?? 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    }

    /** Begins a sign-in. Returns the address at the provider. */
    async function begin(id: string, body: object = {}): Promise<URL> {
      const answer = await send(`signin/${id}`, { body });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.code}`);
      return new URL(answer.body.url);
    }

    /** Opens the callback address. */
    async function open(id: string, query: Readonly<Record<string, string>>): Promise<Landing> {
      const { status, headers } = await send(`callback/${id}?${new URLSearchParams(query)}`);
      return { status, location: headers.get('Location') ?? '' };
    }

    /** Returns the answer of a provider after its user has agreed. */
    function agreed(url: URL, answer: CodeAnswer): Record<string, string> {
      const { hostname, origin: iss, searchParams } = url;
      const code = provider.agree(url, answer);
      const state = searchParams.get('state') ?? '';
      return { code, state, ...(hostname === 'id.example.com' && { iss }) };
    }

    /** Signs in or connects a provider. */
    async function pass(id: string, answer: CodeAnswer, body: object = {}): Promise<Landing> {
      return open(id, agreed(await begin(id, body), answer));
    }

    /** Returns the current user; `undefined` for visitors. */
    async function me(): Promise<Body['user'] | undefined> {
      return (await send('session')).body.user ?? undefined;
    }

    /** Registers a user with a password. */
    async function register(email = newEmail()): Promise<string> {
      const { body } = await send('register', { body: { email, password } });
      return body.user.id;
    }

    return { cookies, send, raw, begin, open, agreed, pass, me, register };
  };
}

export type Browser = ReturnType<ReturnType<typeof useBrowsers>>;

/** Returns the connected accounts of an address. */
export function accountsOf(email: string) {
  return db.account.findMany({ where: { user: { email } } });
}

/** Makes the last sign-in of a user old. */
export async function ageSessions(userId: string): Promise<void> {
  const authenticatedAt = new Date(Date.now() - 11 * 60_000);
  await db.session.updateMany({ where: { userId }, data: { authenticatedAt } });
}

/** Returns the landing on a page with an error code. */
export function refused(code: string, page = '/login'): Landing {
  return { status: 303, location: `${page}?error=${code}` };
}
