import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler, Router } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '../../server/generated/openapi';
import { handleError } from '../../server/lib/errors';
import { mountOwnRoutes } from '../../server/lib/own-routes';
import { nothingHere } from '../../server/lib/problem';
import { defineRoute } from '../../server/lib/route';

let server: Server;
let api: Router;
let beforeParsing: Router;

beforeEach(() => {
  api = Router();
  beforeParsing = Router();
  server = express().use(beforeParsing, api, nothingHere, handleError).listen(0);
});
afterEach(() => server.close());

async function send(method: string, path: string): Promise<Response> {
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return fetch(`http://localhost:${port}${path}`, { method });
}

const GET: RequestHandler = (_req, res) => void res.json('report');

function add(file: string, route: unknown): void {
  mountOwnRoutes({ [`../routes/${file}.ts`]: { default: route } }, { api, beforeParsing });
}

describe('a route of the project', () => {
  it('is mounted at the name of its file', async () => {
    add('reports', defineRoute({ access: 'public', GET }));
    expect(await (await send('GET', '/reports')).json()).toBe('report');
    const refused = await send('POST', '/reports');
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('refuses visitors by default', async () => {
    add('reports', defineRoute({ GET }));
    expect((await send('GET', '/reports')).status).toBe(401);
  });

  it('ignores modules of entities and plugins', async () => {
    add('orders', undefined);
    add('guestbook', GET);
    expect((await send('GET', '/orders')).status).toBe(404);
    expect((await send('GET', '/guestbook')).status).toBe(404);
  });

  it('refuses a path that exists already', () => {
    for (const { path } of entities) {
      expect(() => add(path.slice(1), defineRoute({ GET }))).toThrow(`/api${path} exists already`);
    }
    expect(() => add('admin', defineRoute({ GET }))).toThrow('/api/admin exists already');
  });

  it('requires a method', () => {
    expect(() => add('reports', defineRoute({}))).toThrow('has no method');
  });
});
