import { randomInt, randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { authConfig } from '../../server/lib/auth/config';
import { env } from '../../server/lib/env';
import { type Problem, useApi } from '../support/api';

// A low bcrypt cost, for quick tests. The cost is an argument, so no environment variable can set
// it this low.
vi.mock(import('../../server/lib/auth/passwords'), async (original) => {
  const module = await original();
  return { ...module, passwords: module.createPasswords({ cost: 4 }) };
});

// Trusts one proxy, so that tests can set the client address.
env.TRUST_PROXY = 1;

// The tests do not depend on the settings of the project.
Object.assign(authConfig, { registration: 'open', verifyEmail: 'off', hasMagicLink: true });

export const password = 'Correct-horse-battery-1';

/** Returns a token as a browser’s cookie header. */
export function cookieOf(name: 'access_token' | 'refresh_token', token: string): string {
  return `${authConfig.isHttps ? '__Host-' : ''}${name}=${token}`;
}

/** The response of register, login and refresh; a problem on failure. */
export interface Answer extends Problem {
  readonly user: { id: string; email: string; name: string | null; role: string };
  readonly accessToken: string;
  readonly refreshToken: string;
}

interface Request {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client address. By default a new address for each request, to avoid the rate limit. */
  readonly ip?: string;
}

/** Returns functions that send authentication requests. */
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

  /** Registers a new user with a session. */
  async function register(email = `${randomUUID()}@example.com`) {
    const { body } = await send('register', { body: { email, password } });
    return { email, ...body, headers: { Authorization: `Bearer ${body.accessToken}` } };
  }

  return { send, register };
}

function anyAddress(): string {
  return `203.0.${randomInt(256)}.${randomInt(256)}`;
}

/** Returns the cookies of a response, as a browser sends them and as set by the server. */
function cookiesOf(headers: Headers): { readonly sent: string; readonly set: readonly string[] } {
  const set = headers.getSetCookie();
  return { sent: set.map((cookie) => cookie.split(';')[0]).join('; '), set };
}
