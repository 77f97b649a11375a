import { randomInt, randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { authConfig } from '../../server/lib/auth/config';
import { env } from '../../server/lib/env';
import { type Problem, useApi } from '../support/api';

// A hash that costs little, so that tests are quick. What it costs is an argument: no environment can make it so cheap.
vi.mock(import('../../server/lib/auth/passwords'), async (original) => {
  const module = await original();
  return { ...module, passwords: module.createPasswords({ cost: 4 }) };
});

// As behind one proxy, so that a test says where its requests come from.
env.TRUST_PROXY = 1;

export const password = 'Correct-horse-battery-1';

/** A token as a browser sends it. */
export function cookieOf(name: 'access_token' | 'refresh_token', token: string): string {
  return `${authConfig.isHttps ? '__Host-' : ''}${name}=${token}`;
}

/** What register, login and refresh answer; a problem if they refuse. */
export interface Answer extends Problem {
  readonly user: { id: string; email: string; name: string | null; role: string };
  readonly accessToken: string;
  readonly refreshToken: string;
}

interface Request {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the request comes from: another address each time if absent, so that no limit is met by chance. */
  readonly ip?: string;
}

/** Sends requests to the authentication. */
export function useAuthApi() {
  const api = useApi();

  async function send(path: string, { method, body, headers, ip = anyAddress() }: Request = {}) {
    const answer = await api.request<Answer>(path.startsWith('/api') ? path : `/api/auth/${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        'X-Forwarded-For': ip,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { ...answer, cookies: cookiesOf(answer.headers) };
  }

  /** Somebody new, with a session. */
  async function register(email = `${randomUUID()}@example.com`) {
    const { body } = await send('register', { body: { email, password } });
    return { email, ...body, headers: { Authorization: `Bearer ${body.accessToken}` } };
  }

  return { send, register };
}

function anyAddress(): string {
  return `203.0.${randomInt(256)}.${randomInt(256)}`;
}

/** The cookies of an answer as a browser would send them back, and as the server set them. */
function cookiesOf(headers: Headers): { readonly sent: string; readonly set: readonly string[] } {
  const set = headers.getSetCookie();
  return { sent: set.map((cookie) => cookie.split(';')[0]).join('; '), set };
}
