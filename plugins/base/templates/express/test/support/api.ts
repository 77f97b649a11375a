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

/** What an error looks like (RFC 9457). */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly errors?: readonly { pointer?: string; parameter?: string; detail: string }[];
}

/** Starts the application for the tests of a file and sends it requests. */
export function useApi() {
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    server = createApp().listen(0);
    await once(server, 'listening');
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  async function request<Body>(path: string, init?: RequestInit): Promise<Answer<Body>> {
    const response = await fetch(origin + path, init);
    const text = await response.text();
    const body = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body };
  }

  function send<Body>(method: string, path: string, body: unknown): Promise<Answer<Body>> {
    const headers = { 'Content-Type': 'application/json' };
    return request(path, { method, headers, body: JSON.stringify(body) });
  }

  /** All records of a list, page by page. */
  async function all<Item>(path: string): Promise<Item[]> {
    const { body, headers } = await request<Item[]>(path);
    const next = /<(.+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
    return next === undefined ? body : [...body, ...(await all<Item>(next))];
  }

  return {
    request,
    all,
    get: <Body>(path: string) => request<Body>(path),
    post: <Body>(path: string, body: unknown) => send<Body>('POST', path, body),
    patch: <Body>(path: string, body: unknown) => send<Body>('PATCH', path, body),
    delete: (path: string) => request<Problem>(path, { method: 'DELETE' }),
  };
}
