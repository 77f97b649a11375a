import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '../../server/app';

interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; `undefined` if there is no body. */
  readonly body: Body;
}

/** An error response (RFC 9457). */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly errors?: readonly {
    pointer?: string;
    parameter?: string;
    code?: string;
    detail: string;
  }[];
}

/** A signed-in user. The headers authenticate requests. */
export interface Caller {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Starts the application for the tests of a file and sends it requests.
 * @param signIn creates the caller; requests are anonymous if absent
 */
export function useApi(signIn?: () => Promise<Caller>) {
  let server: Server;
  let origin: string;
  let caller: Caller | undefined;

  beforeAll(async () => {
    server = createApp().listen(0);
    await once(server, 'listening');
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    caller = await signIn?.();
  });
  afterAll(() => server.close());

  return requestsOf((path, init) => fetch(origin + path, withHeaders(init, caller?.headers)));
}

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

function withHeaders(init: RequestInit = {}, more: Caller['headers'] = {}): RequestInit {
  const headers = new Headers(more);
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  return { ...init, headers };
}

function requestsOf(fetchPath: Fetch) {
  async function request<Body>(path: string, init?: RequestInit): Promise<Answer<Body>> {
    const response = await fetchPath(path, init);
    const text = await response.text();
    const body = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body };
  }

  async function download(path: string, headers: HeadersInit): Promise<Answer<string>> {
    const response = await fetchPath(path, { headers });
    return { status: response.status, headers: response.headers, body: await response.text() };
  }

  function send<Body>(method: string, path: string, body: unknown): Promise<Answer<Body>> {
    const headers = { 'Content-Type': 'application/json' };
    return request(path, { method, headers, body: JSON.stringify(body) });
  }

  /** Returns all records of a list, page by page. */
  async function all<Item>(path: string): Promise<Item[]> {
    const { body, headers } = await request<Item[]>(path);
    const next = /<(.+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
    return next === undefined ? body : [...body, ...(await all<Item>(next))];
  }

  return {
    request,
    download,
    all,
    get: <Body>(path: string) => request<Body>(path),
    post: <Body>(path: string, body: unknown) => send<Body>('POST', path, body),
    patch: <Body>(path: string, body: unknown) => send<Body>('PATCH', path, body),
    delete: (path: string) => request<Problem>(path, { method: 'DELETE' }),
    /** Sends the requests as another user. */
    as: (user: Caller) =>
      requestsOf((path, init) => fetchPath(path, withHeaders(init, user.headers))),
  };
}
