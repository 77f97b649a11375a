import { describe, expect, test } from 'vitest';
import type { ApiRoute, HttpMethod, Operation } from '../../../sandbox/index.ts';
import { codesOf, entity, files, unvalidatedText } from './trial.ts';

const route = (path: string, methods: readonly HttpMethod[] = ['GET'], handler = 'server/stock'): ApiRoute => ({
  path,
  methods,
  handler,
});
const routes = (...list: readonly ApiRoute[]): readonly Operation[] => [
  files('server/stock.ts', 'server/notes.txt', "server/it's.ts", 'server/types.d.ts', 'server/folder/index.js'),
  { kind: 'registerAPIRoutes', routes: list },
];
const entities = [entity('Order')];
const table = (list: readonly Operation[]) => unvalidatedText('server/generated/routes.ts', list, { entities });

describe('a route', () => {
  test.each(['/../admin', '//evil', '/:id(.*)*', '/*', '/*all', '/:id/*all', 'stock', '/a b', "/a'", '/\u202e', '/a/'])(
    'refuses the path %j',
    (path) => {
      expect(codesOf(routes(route(path)))).toEqual(['JUDGE_ROUTE_PATH']);
      expect(table(routes(route(path)))).toContain('mount(');
    },
  );

  test('refuses unknown methods and access rights', () => {
    const wrong = { ...route('/stock'), methods: ['TRACE'], access: 'root' } as unknown as ApiRoute;
    expect(codesOf(routes(wrong))).toEqual(['JUDGE_ROUTE_PATH']);
    expect(table(routes(wrong))).toContain(`access: 'root'`);
  });

  test.each([
    '/orders',
    '/Orders',
    '/orders/new',
    '/orders/:name',
    '/orders/*rest',
    '/:anything',
    '/:a/:b',
    '/admin',
    '/Admin/settings',
    '/openapi.json',
    '/openapi/v3',
    '/docs',
    '/auth',
    '/auth/login',
    '/AUTH/a/b',
  ])('refuses %s, which shadows another route', (path) => {
    expect(codesOf(routes(route(path)), { entities })).toEqual(['JUDGE_ROUTE_SHADOWS']);
    expect(table(routes(route(path)))).toContain(`path: '${path}'`);
  });

  test.each([
    '/orders/:id/invoice',
    '/orderings',
    '/order',
    '/stock/*rest',
    '/stock/:id',
    '/administration',
    '/authors',
    '/',
  ])('accepts %s', (path) => {
    expect(codesOf(routes(route(path)), { entities })).toEqual([]);
  });

  test('below /auth belongs to the authentication plugin', () => {
    expect(codesOf(routes(route('/auth/login')), { provides: 'auth' })).toEqual([]);
  });

  test.each(['/auth', '/auth/callback/:provider', '/AUTH/a/*rest'])(
    '%s is available to an extending plugin',
    (path) => {
      expect(codesOf(routes(route(path)))).toEqual(['JUDGE_ROUTE_SHADOWS']);
      expect(codesOf(routes(route(path)), { extends: 'auth' })).toEqual([]);
    },
  );

  test.each(['/:a/login', '/:a/:b', '/admin/auth', '/authors/*rest'])(
    'extending authentication permits no other path: %s',
    (path) => {
      const plain = codesOf(routes(route(path)));
      expect(codesOf(routes(route(path)), { extends: 'auth' })).toEqual(plain);
    },
  );

  test.each(['/admin/users', '/admin/users/:id/role', '/admin/audit'])(
    'accepts %s of the authentication plugin only',
    (path) => {
      expect(codesOf(routes(route(path)), { provides: 'auth' })).toEqual([]);
      expect(codesOf(routes(route(path)))).toEqual(['JUDGE_ROUTE_SHADOWS']);
      expect(codesOf(routes(route(path)), { provides: 'mail' })).toEqual(['JUDGE_ROUTE_SHADOWS']);
    },
  );

  test.each([
    '/admin',
    '/admin/settings',
    '/admin/access',
    '/admin/:page',
    '/admin/usersof',
    '/Admin/users',
    '/:a/users',
  ])('refuses %s also of the authentication plugin', (path) => {
    expect(codesOf(routes(route(path)), { provides: 'auth' })).toEqual(['JUDGE_ROUTE_SHADOWS']);
  });

  test('can be registered only once', () => {
    const twice = routes(route('/s/:a'), route('/S/:b', ['POST', 'GET']));
    expect(codesOf(twice)).toEqual(['JUDGE_ROUTE_DUPLICATE']);
    expect(table(twice)).toContain("path: '/S/:b'");
    expect(codesOf(routes(route('/s', ['GET', 'GET'])))).toEqual(['JUDGE_ROUTE_DUPLICATE']);
    expect(codesOf(routes(route('/s'), route('/s', ['POST'])))).toEqual([]);
    expect(codesOf(routes(route('/s/new'), route('/s/:id')))).toEqual([]);
  });

  test.each(['server/stock', 'server/stock.ts', 'server/folder', 'server/folder/index', 'server/folder/index.js'])(
    'can have the handler %s',
    (handler) => {
      expect(codesOf(routes(route('/s', ['GET'], handler)))).toEqual([]);
    },
  );

  test.each([
    '../../config.js',
    'node:child_process',
    'http://evil.example/x.js',
    'server/lib/db',
    'server/notes.txt',
    'server/types',
    'server/types.d.ts',
    'templates/express/server/stock.ts',
    '',
  ])('cannot have the handler %s', (handler) => {
    const given = routes(route('/s', ['GET'], handler));
    expect(codesOf(given)).toEqual(['JUDGE_HANDLER_MISSING']);
    expect(table(given)).toMatch(/import \* as \w+ from/);
  });

  test('cannot have a handler whose name contains a quote', () => {
    const given = routes(route('/s', ['GET'], "server/it's"));
    expect(codesOf(given)).toEqual(['JUDGE_MODULE_NAME']);
    expect(table(given)).toContain("it's");
  });
});
