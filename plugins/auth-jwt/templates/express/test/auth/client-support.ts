import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/** A request received by the mock server. */
export interface Call {
  readonly name: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Answer = (call: Call) => Response | Promise<Response>;

export const ada = { id: '1', email: 'ada@example.com', name: 'Ada', role: 'USER' } as const;
export const grace = { id: '2', email: 'grace@example.com', name: 'Grace', role: 'ADMIN' } as const;

export let calls: Call[] = [];

/** Replaces the channels between tabs, which the browser of some test runs does not have. */
class Channel extends EventTarget {
  static readonly #all = new Set<Channel>();

  constructor() {
    super();
    Channel.#all.add(this);
  }

  postMessage(data: unknown) {
    for (const channel of Channel.#all) {
      if (channel !== this) channel.dispatchEvent(new MessageEvent('message', { data }));
    }
  }

  close() {
    Channel.#all.delete(this);
  }
}

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', Channel);
  calls = [];
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => vi.unstubAllGlobals());

/** Mocks the server with answers by request, such as `GET /api/orders`. Other requests get 404. */
export function serveWith(answers: Readonly<Record<string, Answer>>) {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET', headers, body } = init;
    const name = `${method} ${path.replace(/\?.*/, '')}`;
    const call = {
      name,
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    };
    calls.push(call);
    return (await answers[name]?.(call)) ?? problem(404, 'not_found');
  });
}

/** Returns the number of requests with this name. */
export function count(name: string): number {
  return calls.filter((call) => call.name === name).length;
}

/** Returns the body of the first request with this name. */
export function bodyOf(name: string): unknown {
  return calls.find((call) => call.name === name)?.body;
}

interface ProblemParts {
  readonly errors?: readonly object[];
  readonly headers?: Readonly<Record<string, string>>;
}

export function problem(
  status: number,
  code: string,
  { errors, headers = {} }: ProblemParts = {},
): Response {
  return Response.json({ status, code, detail: `Refused: ${code}`, errors }, { status, headers });
}

export const json = (body: unknown) => () => Response.json(body);
export const visitor = json({ user: null });
export const noContent = () => new Response(null, { status: 204 });
export const accepted = () => new Response(null, { status: 202 });

/** Mocks a server with expired access tokens until the session is renewed. */
export function expiredServer(renew: Answer = noContent) {
  let isRenewed = false;
  const guarded: Answer = () => (isRenewed ? Response.json(ada) : problem(401, 'invalid_token'));
  serveWith({
    'GET /api/auth/me': guarded,
    'GET /api/things': guarded,
    'POST /api/auth/refresh': async (call) => {
      const answer = await renew(call);
      isRenewed ||= answer.ok;
      return answer;
    },
  });
}

/** Waits for the button that sends a form of the current page. The page chooses its label. */
export async function submitButton(): Promise<HTMLElement> {
  return waitFor(() => {
    const button = document.querySelector<HTMLButtonElement>('form [type="submit"]');
    if (!button) throw new Error('The page has no form.');
    return button;
  });
}

/** Types a value into the field with this label. */
export function type(label: string | RegExp, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

/** Sends a message from another tab of this browser. */
export function otherTab(message: string) {
  const channel = new BroadcastChannel('auth');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(message);
  channel.close();
}

/** Simulates an earlier sign-in in this browser. */
export function hadSession() {
  localStorage.setItem('auth-renewed-at', '1');
}
