import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler, Router } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleError } from '../../server/lib/errors';
import { jsonBody } from '../../server/lib/json-body';
import { mount } from '../../server/lib/mount';
import { nothingHere } from '../../server/lib/problem';

let server: Server;
let api: Router;
let beforeParsing: Router;

beforeEach(() => {
  api = Router();
  beforeParsing = Router();
  server = express().use(beforeParsing, jsonBody, api, nothingHere, handleError).listen(0);
});
afterEach(() => server.close());

async function send(method: string, path: string, init?: RequestInit): Promise<Response> {
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return fetch(`http://localhost:${port}${path}`, { method, ...init });
}

const says =
  (text: string): RequestHandler =>
  (_req, res) => {
    res.send(text);
  };

describe('a route of a plugin', () => {
  it('calls the handler of the method, or the default handler', async () => {
    const handlers = { POST: says('POST'), default: says('default') };
    const endpoints = [{ handlers, methods: ['POST', 'PUT', 'DELETE', 'PATCH', 'GET'] as const }];
    mount({ path: '/a', api, beforeParsing, endpoints });
    expect(await (await send('POST', '/a')).text()).toBe('POST');
    for (const method of ['PUT', 'DELETE', 'PATCH', 'GET']) {
      expect(await (await send(method, '/a')).text()).toBe('default');
    }
  });

  it('supports parameters and a wildcard at the end', async () => {
    const GET: RequestHandler = (req, res) => void res.json(req.params);
    const endpoints = [{ handlers: { GET }, methods: ['GET'] as const }];
    mount({ path: '/a/:id/b', api, beforeParsing, endpoints });
    mount({ path: '/files/*path', api, beforeParsing, endpoints });
    expect(await (await send('GET', '/a/1%202/b')).json()).toEqual({ id: '1 2' });
    expect(await (await send('GET', '/files/x/y')).json()).toEqual({ path: ['x', 'y'] });
  });

  it('reports the allowed methods', async () => {
    const endpoints = [{ handlers: { default: says('') }, methods: ['GET', 'POST'] as const }];
    mount({ path: '/a', api, beforeParsing, endpoints });
    const refused = await send('DELETE', '/a');
    expect([refused.status, refused.headers.get('Allow')]).toEqual([
      405,
      'GET, POST, HEAD, OPTIONS',
    ]);
    expect(refused.headers.get('Content-Type')).toMatch('application/problem+json');
    const options = await send('OPTIONS', '/a');
    expect([options.status, options.headers.get('Allow')]).toEqual([
      204,
      'GET, POST, HEAD, OPTIONS',
    ]);
  });

  it('calls its own handlers for HEAD and OPTIONS', async () => {
    const answer =
      (name: string): RequestHandler =>
      (_req, res) =>
        void res.set('X-By', name).end();
    const handlers = { GET: answer('GET'), HEAD: answer('HEAD'), OPTIONS: answer('OPTIONS') };
    mount({
      path: '/a',
      api,
      beforeParsing,
      endpoints: [{ handlers, methods: ['GET', 'HEAD', 'OPTIONS'] }],
    });
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect((await send(method, '/a')).headers.get('X-By')).toBe(method);
    }
  });

  it('answers HEAD like GET without a HEAD handler', async () => {
    mount({
      path: '/a',
      api,
      beforeParsing,
      endpoints: [{ handlers: { GET: says('a') }, methods: ['GET'] }],
    });
    const { status, headers } = await send('HEAD', '/a');
    expect([status, headers.get('Content-Length')]).toEqual([200, '1']);
  });

  const failures: Record<string, RequestHandler> = {
    'at once': () => {
      throw new Error('secret');
    },
    later: () => Promise.reject(new Error('secret')),
  };
  it.each(Object.keys(failures))('hides the error message when it fails %s', async (when) => {
    const handlers = { default: failures[when] };
    mount({ path: '/a', api, beforeParsing, endpoints: [{ handlers, methods: ['GET'] }] });
    const response = await send('GET', '/a');
    expect(response.status).toBe(500);
    expect(response.headers.get('Content-Type')).toMatch('application/problem+json');
    expect(await response.text()).not.toContain('secret');
  });

  it('can read the body before parsing', async () => {
    const POST: RequestHandler = (req, res) => void res.send(req.body.toString());
    const handlers = { POST, before: express.raw({ type: 'application/json' }) };
    mount({ path: '/a', api, beforeParsing, endpoints: [{ handlers, methods: ['POST'] }] });
    const headers = { 'Content-Type': 'application/json' };
    expect(await (await send('POST', '/a', { headers, body: '{ "a":1 }' })).text()).toBe(
      '{ "a":1 }',
    );
  });

  it('skips handlers before parsing if an earlier route answers', async () => {
    let seen = 0;
    const before: RequestHandler = (_req, _res, next) => {
      seen += 1;
      next();
    };
    const GET = says('new');
    mount({
      path: '/a/new',
      api,
      beforeParsing,
      endpoints: [{ handlers: { GET }, methods: ['GET'] }],
    });
    mount({
      path: '/a/:id',
      api,
      beforeParsing,
      endpoints: [{ handlers: { GET: says('id'), before }, methods: ['GET'] }],
    });
    expect(await (await send('GET', '/a/new')).text()).toBe('new');
    expect(seen).toBe(0);
    expect(await (await send('GET', '/a/1')).text()).toBe('id');
    expect(seen).toBe(1);
  });

  it.each(['authenticated', 'admin'] as const)('refuses callers who are not %s', async (access) => {
    let seen = 0;
    const before: RequestHandler = (_req, _res, next) => {
      seen += 1;
      next();
    };
    const handlers = { before, default: says('inside') };
    mount({
      path: '/a',
      api,
      beforeParsing,
      endpoints: [{ handlers, methods: ['GET', 'POST'], access }],
    });
    for (const method of ['GET', 'HEAD', 'POST']) {
      expect((await send(method, '/a')).status).toBe(401);
    }
    expect(seen).toBe(0);
  });

  it('requires a handler for each method', () => {
    const endpoints = [{ handlers: { GET: says('') }, methods: ['GET', 'POST'] as const }];
    expect(() => mount({ path: '/a', api, beforeParsing, endpoints })).toThrow('POST');
  });
});
