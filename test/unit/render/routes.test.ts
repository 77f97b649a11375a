import { describe, expect, test } from 'vitest';
import type { ApiRoute, HttpMethod } from '../../../sandbox/index.ts';
import type { Entity } from '../../../src/config/config.ts';
import type { Contribution } from '../../../src/plugin/plugin.ts';
import { problemsOf } from '../plugin/problems.ts';
import { contribution, rendered, routesOf } from './contributions.ts';

const entities: readonly Entity[] = [{ name: 'Order', fields: [], relations: [] }];
const table = (...contributions: readonly Contribution[]) =>
  rendered('server/generated/routes.ts', { contributions, entities }) ?? '';
const pluginFilesOf = (...contributions: readonly Contribution[]) =>
  rendered('server/generated/plugin-files.ts', { contributions, entities });

const route = (path: string, methods: readonly HttpMethod[] = ['GET'], access?: ApiRoute['access']): ApiRoute => ({
  path,
  handler: 'server/shop/handler.ts',
  methods,
  ...(access === undefined ? {} : { access }),
});
const refusal = (code: string) => expect.objectContaining({ code });

describe('the route table', () => {
  test('mounts every entity', () => {
    expect(table()).toContain("api.use('/orders', ordersRouter);");
  });

  test('mounts the routes of plugins by path, with methods and access', () => {
    const text = table(routesOf('stock', [route('/stock', ['GET']), route('/stock', ['POST'], 'admin')]));
    expect(text).toContain("import * as shopHandlerHandlers from '../shop/handler';");
    expect(text.match(/mount\(/g)).toHaveLength(1);
    expect(text).toContain("{ handlers: shopHandlerHandlers, methods: ['POST'], access: 'admin' }");
    expect(text).toContain("{ handlers: shopHandlerHandlers, methods: ['GET'] }");
  });

  test('always adds the mount module', () => {
    expect(rendered('server/lib/mount.ts', {})).toContain('requireAdmin');
  });

  test('lists the files of plugins in server/routes, which the project must not mount as its own', () => {
    const files = ['server/routes/hidden.ts', 'server/routes/a.ts', 'server/shop/handler.ts'];
    expect(pluginFilesOf(routesOf('stock', [route('/stock')], files))).toContain(
      "pluginFiles.add('server/routes/a.ts');\npluginFiles.add('server/routes/hidden.ts');",
    );
    expect(pluginFilesOf()).not.toContain('add(');
  });

  test('uses different variables for modules with the same name', () => {
    const handlers = ['server/a/b.ts', 'server/a-b.ts'];
    const text = table(
      routesOf(
        'stock',
        handlers.map((handler, index) => ({ ...route(`/s${index}`), handler })),
      ),
    );
    expect(text).toContain("import * as aBHandlers from '../a/b';");
    expect(text).toContain("import * as aBHandlers2 from '../a-b';");
  });
});

describe('a handler', () => {
  test.each(['server/shop/handler.ts', 'server/shop/handler', 'server/shop'])('is found for %s', (handler) => {
    const file = handler === 'server/shop' ? 'server/shop/index.ts' : 'server/shop/handler.ts';
    expect(table(routesOf('stock', [{ ...route('/stock'), handler }], [file]))).toContain('import * as shop');
  });
});

describe('routes clash', () => {
  test.each([
    ['/stock', '/stock'],
    ['/stock/:id', '/stock/:name'],
    ['/stock/:id', '/stock/all'],
    ['/stock/*path', '/stock/a/b'],
  ])('between plugins: %s and %s', (one, other) => {
    const clash = () => table(routesOf('one', [route(one, ['GET'])]), routesOf('two', [route(other, ['POST'])]));
    expect(clash).toThrow(refusal('RENDER_ROUTE_CLASH'));
    expect(clash).toThrow(/two.*one/);
  });
});

const provider = contribution('sign-in', {
  provides: 'auth',
  operations: routesOf('sign-in', [route('/auth/login', ['POST'])]).operations,
});
const extending = (name: string, path: string) => {
  const { manifest, ...rest } = routesOf(name, [{ ...route(path), handler: `server/${name}/handler.ts` }]);
  return { ...rest, manifest: { ...manifest, extends: 'auth' as const } };
};

describe('a plugin that extends authentication', () => {
  test('adds routes next to the routes of the authentication plugin', () => {
    const text = table(provider, extending('social', '/auth/callback/:provider'));
    expect(text).toContain("path: '/auth/callback/:provider'");
    expect(text).toContain("path: '/auth/login'");
  });

  test.each(['/auth/login', '/AUTH/Login', '/auth/:step', '/auth/*rest'])('cannot answer %s instead of it', (path) => {
    expect(() => table(provider, extending('social', path))).toThrow(refusal('RENDER_ROUTE_CLASH'));
    expect(() => table(provider, extending('social', path))).toThrow(/social.*sign-in/);
  });

  test('does not share a route with another plugin that extends it', () => {
    const plugins = [provider, extending('one', '/auth/a'), extending('two', '/auth/A')];
    expect(() => table(...plugins)).toThrow(refusal('RENDER_ROUTE_CLASH'));
    expect(() => table(...plugins)).toThrow(/two.*one/);
  });

  test('needs a plugin that provides it, and every one is named', () => {
    const problems = problemsOf(() => table(extending('one', '/auth/a'), extending('two', '/auth/b')));
    expect(problems.map(({ code, message }) => [code, message.split(' ')[0]])).toEqual([
      ['RENDER_PORT_MISSING', 'one'],
      ['RENDER_PORT_MISSING', 'two'],
    ]);
    expect(() => table(extending('one', '/auth/a'), provider)).not.toThrow();
  });
});
