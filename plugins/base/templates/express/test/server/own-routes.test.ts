import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler, Router } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { entities } from '../../server/generated/openapi';
import { handleError } from '../../server/lib/errors';
import { mountOwnRoutes, withoutPlugins } from '../../server/lib/own-routes';
import { nothingHere } from '../../server/lib/problem';
import { defineRoute } from '../../server/lib/route';

let server: Server | undefined;
afterEach(() => server?.close());

async function send(routes: OwnRoutes, method: string, path: string): Promise<Response> {
  const app = express().use(routes.beforeParsing, routes.api, nothingHere, handleError);
  server = app.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return fetch(`http://localhost:${port}${path}`, { method });
}

type OwnRoutes = ReturnType<typeof mountOwnRoutes>;

const GET: RequestHandler = (_req, res) => void res.json('report');

const add = (file: string, route: unknown) =>
  mountOwnRoutes({ [`../routes/${file}.ts`]: { default: route } });

describe('a route of the project', () => {
  it('is mounted at the name of its file', async () => {
    const routes = add('reports', defineRoute({ access: 'public', GET }));
    expect(await (await send(routes, 'GET', '/reports')).json()).toBe('report');
    expect(routes.descriptions).toEqual([
      { plugin: 'project', path: '/reports', methods: ['GET'] },
    ]);
  });

  it('refuses other methods', async () => {
    const routes = add('reports', defineRoute({ access: 'public', GET }));
    const refused = await send(routes, 'POST', '/reports');
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('refuses visitors by default', async () => {
    const routes = add('reports', defineRoute({ GET }));
    expect((await send(routes, 'GET', '/reports')).status).toBe(401);
  });

  it('ignores modules without a default export', async () => {
    const routes = add('orders', undefined);
    expect((await send(routes, 'GET', '/orders')).status).toBe(404);
  });

  it('ignores the files of plugins', () => {
    const modules = { '../routes/guestbook.ts': {}, '../routes/reports.ts': {} };
    const own = withoutPlugins(modules, new Set(['server/routes/guestbook.ts']));
    expect(Object.keys(own)).toEqual(['../routes/reports.ts']);
  });

  it('refuses a path that exists already', () => {
    for (const path of ['/admin', ...entities.map((entity) => entity.path)]) {
      const name = path.slice(1);
      expect(() => add(name, defineRoute({ GET }))).toThrow(`Rename server/routes/${name}.ts`);
    }
  });

  it.each(['Reports', 'monthly_reports', 'reports.v2', '[id]'])('refuses the name %s', (name) => {
    expect(() => add(name, defineRoute({ GET }))).toThrow('use lower-case letters');
  });

  it('refuses another default export', () => {
    expect(() => add('reports', Router())).toThrow('Export defineRoute');
  });

  it('requires a method', () => {
    expect(() => add('reports', defineRoute({}))).toThrow('Add a method');
  });
});
