import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler, Router } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { entities } from '../../server/generated/openapi';
import { handleError } from '../../server/lib/errors';
import { jsonBody } from '../../server/lib/json-body';
import { describedOperation } from '../../server/lib/openapi/described';
import { mountOwnRoutes, withoutPlugins } from '../../server/lib/own-routes';
import { nothingHere } from '../../server/lib/problem';
import { defineRoute, endpoint } from '../../server/lib/route';
import { SetupProblem } from '../../server/lib/setup-problem';

let server: Server | undefined;
afterEach(() => server?.close());

async function send(
  routes: OwnRoutes,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const app = express();
  app.use(routes.beforeParsing, jsonBody, routes.api, nothingHere, handleError);
  server = app.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const json = body && {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  };
  return fetch(`http://localhost:${port}${path}`, { method, ...json });
}

type OwnRoutes = ReturnType<typeof mountOwnRoutes>;

const GET: RequestHandler = (_req, res) => void res.json('report');

const add = (file: string, route: unknown) =>
  mountOwnRoutes({ [`../routes/${file}.ts`]: { default: route } });

/** Returns the code of the problem with a route, if any. */
function problemOf(file: string, route: unknown): string | undefined {
  try {
    add(file, route);
    return undefined;
  } catch (error) {
    if (error instanceof SetupProblem) return error.code;
    throw error;
  }
}

describe('a route of the project', () => {
  it('is mounted at the name of its file', async () => {
    const routes = add('sample-of-own-routes', defineRoute({ access: 'public', GET }));
    expect(await (await send(routes, 'GET', '/sample-of-own-routes')).json()).toBe('report');
    expect(routes.descriptions).toEqual([
      { plugin: 'project', path: '/sample-of-own-routes', methods: ['GET'] },
    ]);
  });

  it('refuses other methods', async () => {
    const routes = add('sample-of-own-routes', defineRoute({ access: 'public', GET }));
    const refused = await send(routes, 'POST', '/sample-of-own-routes');
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('refuses visitors by default', async () => {
    const routes = add('sample-of-own-routes', defineRoute({ GET }));
    expect((await send(routes, 'GET', '/sample-of-own-routes')).status).toBe(401);
  });

  it('ignores modules without a default export', async () => {
    const routes = add('orders', undefined);
    expect((await send(routes, 'GET', '/orders')).status).toBe(404);
  });

  it('ignores the files of plugins', () => {
    const modules = {
      '../routes/guestbook.ts': {},
      '../routes/guestbook/[id].ts': {},
      '../routes/sample-of-own-routes.ts': {},
    };
    const plugin = ['server/routes/guestbook.ts', 'server/routes/guestbook/[id].ts'];
    const own = withoutPlugins(modules, new Set(plugin));
    expect(Object.keys(own)).toEqual(['../routes/sample-of-own-routes.ts']);
  });

  it.each([
    ['orders-of/[id]/cancel', '/orders-of/:id/cancel'],
    ['sample-of-own-routes/index', '/sample-of-own-routes'],
    ['sample-of-own-routes/[year]/[month]', '/sample-of-own-routes/:year/:month'],
  ])('mounts the file %s at %s', (file, path) => {
    expect(add(file, defineRoute({ GET })).descriptions).toMatchObject([{ path }]);
  });

  it('prefers a fixed path to a parameter', async () => {
    const named = (name: string) => ({
      default: defineRoute({ access: 'public', GET: (_req, res) => void res.json(name) }),
    });
    const routes = mountOwnRoutes({
      '../routes/sample-of-own-routes/[id].ts': named('parameter'),
      '../routes/sample-of-own-routes/latest.ts': named('fixed'),
    });
    expect(await (await send(routes, 'GET', '/sample-of-own-routes/latest')).json()).toBe('fixed');
    expect(await (await send(routes, 'GET', '/sample-of-own-routes/7')).json()).toBe('parameter');
  });

  it.each([
    'admin',
    'admin/sample-of-own-routes',
    '[name]',
    ...entities.map(({ path }) => `${path.slice(1)}/[key]`),
  ])('refuses the path of the file %s, which belongs to another route', (file) => {
    expect(problemOf(file, defineRoute({ GET }))).toBe('route_taken');
  });

  it('accepts a path below a record', () => {
    for (const { path } of entities) {
      expect(problemOf(`${path.slice(1)}/[id]/cancel`, defineRoute({ GET }))).toBeUndefined();
    }
  });

  it('refuses two files with one path', () => {
    const route = { default: defineRoute({ GET }) };
    const files = ['[id]', '[key]'].map((name) => [
      `../routes/sample-of-own-routes/${name}.ts`,
      route,
    ]);
    expect(() => mountOwnRoutes(Object.fromEntries(files))).toThrow(
      'server/routes/sample-of-own-routes/[id].ts',
    );
  });

  it.each([
    'Reports',
    'monthly_reports',
    'sample-of-own-routes.v2',
    '[...rest]',
    '[id]/[id]',
    'index',
  ])('refuses the name %s', (name) => {
    expect(problemOf(name, defineRoute({ GET }))).toBe('route_name_invalid');
  });

  it('refuses another default export, and a route without a method', () => {
    expect(problemOf('sample-of-own-routes', Router())).toBe('route_invalid');
    expect(problemOf('sample-of-own-routes', defineRoute({}))).toBe('route_invalid');
  });

  it('names the file of a problem', () => {
    expect(() => add('sample-of-own-routes/Monthly', defineRoute({ GET }))).toThrow(
      'server/routes/sample-of-own-routes/Monthly.ts',
    );
  });
});

describe('an endpoint', () => {
  const rename = defineRoute({
    access: 'public',
    POST: endpoint({
      params: z.object({ id: z.string().max(3) }),
      query: z.strictObject({ copies: z.coerce.number<number>().max(5).default(1) }),
      body: z.object({ name: z.string() }),
      handle: ({ params, query, body }) => ({ id: params.id, ...query, ...body }),
    }),
    DELETE: endpoint({ params: z.object({ id: z.string() }), handle: () => {} }),
  });
  const post = (path: string, body: object) =>
    send(add('sample-of-own-routes/[id]/rename', rename), 'POST', path, body);

  it('receives the values that its schemas return', async () => {
    const response = await post('/sample-of-own-routes/7/rename?copies=2', { name: 'A', other: 1 });
    expect(await response.json()).toEqual({ id: '7', copies: 2, name: 'A' });
  });

  it('responds with 204 without a value', async () => {
    const routes = add('sample-of-own-routes/[id]/rename', rename);
    expect((await send(routes, 'DELETE', '/sample-of-own-routes/7/rename')).status).toBe(204);
  });

  it.each([
    ['/sample-of-own-routes/7/rename', {}, 422, 'invalid_body'],
    ['/sample-of-own-routes/7/rename?copies=9', { name: 'A' }, 422, 'invalid_query'],
    ['/sample-of-own-routes/7/rename?other=9', { name: 'A' }, 422, 'invalid_query'],
    ['/sample-of-own-routes/1234/rename', { name: 'A' }, 404, 'not_found'],
  ])('refuses %s with %j', async (path, body, status, code) => {
    const response = await post(path, body);
    expect([response.status, await response.json()]).toMatchObject([status, { code }]);
  });

  it('has the parameters of its path', () => {
    expect(problemOf('sample-of-own-routes/rename', rename)).toBe('route_invalid');
    expect(problemOf('sample-of-own-routes/[year]/rename', rename)).toBe('route_invalid');
  });

  it('is described by its schemas', () => {
    add('sample-of-own-routes/[id]/rename', rename);
    expect(describedOperation('POST', '/sample-of-own-routes/:id/rename')).toMatchObject({
      parameters: [{ name: 'copies', in: 'query', required: false }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { required: ['name'] } } },
      },
    });
  });
});
