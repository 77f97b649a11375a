import { describe, expect, test } from 'vitest';
import { codeOf, failing, pluginInput, run } from '../../unit/sandbox/plugin.ts';
import { runPlugin } from '../../../sandbox/index.ts';

/** Runs a call and returns its only operation. */
async function operationOf(call: string): Promise<unknown> {
  const { operations } = await run(`sdk.${call};`);
  expect(operations).toHaveLength(1);
  return operations[0];
}

describe('records every call', () => {
  test.each<[string, unknown]>([
    [
      `registerAPIRoutes({ routes: [{ path: '/orders/:id', handler: 'server/orders', methods: ['GET', 'post', 'GET'] }] })`,
      {
        kind: 'registerAPIRoutes',
        routes: [{ path: '/orders/:id', handler: 'server/orders', methods: ['GET', 'POST'] }],
      },
    ],
    [
      `registerAPIRoutes([{ path: '/api/a/', handler: './server//a.ts', methods: ['PUT'], access: 'admin' }])`,
      {
        kind: 'registerAPIRoutes',
        routes: [{ path: '/a', handler: 'server/a.ts', methods: ['PUT'], access: 'admin' }],
      },
    ],
    [
      `registerAPIRoutes([{ path: 'files/*rest', handler: context.projectPath + '/server/f', methods: ['GET'] }])`,
      { kind: 'registerAPIRoutes', routes: [{ path: '/files/*rest', handler: 'server/f', methods: ['GET'] }] },
    ],
    [
      `registerAPIRoutes([{ path: '/apiary', handler: 'a', methods: ['GET'] }, { path: '/api', handler: 'b', methods: ['GET'] }])`,
      {
        kind: 'registerAPIRoutes',
        routes: [
          { path: '/apiary', handler: 'a', methods: ['GET'] },
          { path: '/', handler: 'b', methods: ['GET'] },
        ],
      },
    ],
    [
      `registerAdminMenu({ id: 'r', label: 'Reports', icon: 'chart', href: '/admin/r', children: [{ id: 'a', label: 'A', href: '/admin/r/a' }] })`,
      {
        kind: 'registerAdminMenu',
        id: 'r',
        label: 'Reports',
        icon: 'chart',
        href: '/admin/r',
        children: [{ id: 'a', label: 'A', href: '/admin/r/a' }],
      },
    ],
    [`registerAdminMenu({ label: 'Ünï' })`, { kind: 'registerAdminMenu', id: 'reports', label: 'Ünï' }],
    [
      `registerPrismaSchema('model A { id String @id } // generator x {')`,
      { kind: 'registerPrismaSchema', schema: 'model A { id String @id } // generator x {' },
    ],
    [
      `registerSettings({ pluginId: 'reports', schema: { key: { type: 'string', secret: true, env: 'API_KEY', generate: true }, n: { type: 'number', default: 3, min: 1, max: 10, label: 'N', required: false }, p: { type: 'string', pattern: '[a-z]+' } } })`,
      {
        kind: 'registerSettings',
        pluginId: 'reports',
        schema: {
          key: { type: 'string', secret: true, env: 'API_KEY', generate: true },
          n: { type: 'number', default: 3, min: 1, max: 10, label: 'N', required: false },
          p: { type: 'string', pattern: '[a-z]+' },
        },
      },
    ],
    [
      `registerProvider({ name: 'Theme', import: '@/providers/Theme' })`,
      { kind: 'registerProvider', name: 'Theme', import: 'client/providers/Theme', order: 100 },
    ],
    [
      `registerProvider({ name: 'Q', import: '@tanstack/react-query', order: -1.5 })`,
      { kind: 'registerProvider', name: 'Q', import: '@tanstack/react-query', order: -1.5 },
    ],
    [
      `registerProvider({ name: 'P', import: './client/P.tsx', order: 0 })`,
      { kind: 'registerProvider', name: 'P', import: 'client/P.tsx', order: 0 },
    ],
    [
      `registerCSS({ variables: { '--a': 'red', b: '222.2 84% 4.9%', c: 8 } })`,
      { kind: 'registerCSS', variables: { '--a': 'red', '--b': '222.2 84% 4.9%', '--c': '8' } },
    ],
    [`registerCSS({ a: '#fff' })`, { kind: 'registerCSS', variables: { '--a': '#fff' } }],
    [`registerCSS({ variables: 'red' })`, { kind: 'registerCSS', variables: { '--variables': 'red' } }],
  ])('%s', async (call, expected) => {
    expect(await operationOf(call)).toEqual(expected);
  });

  test('in order, awaited or not, and also while the module loads', async () => {
    const source = `import { registerCSS } from 'genlock/sdk';
registerCSS({ first: 'red' });
await null;
registerCSS({ second: 'red' });
export default function generate() {
  registerCSS({ third: 'red' });
  Promise.resolve().then(() => registerCSS({ fourth: 'red' }));
  return Promise.all([registerCSS({ fifth: 'red' })]);
}`;
    const { operations } = await run(source);
    const names = operations.flatMap((one) => (one.kind === 'registerCSS' ? Object.keys(one.variables) : []));
    expect(names).toEqual(['--first', '--second', '--third', '--fifth', '--fourth']);
  });
});

describe('refuses a call after the end of the generator', () => {
  test.each<[string, string]>([
    ['in a promise nobody awaits', `Promise.resolve().then(() => {}).then(() => {}).then(() => {}).then(late);`],
    [
      'even if it is caught',
      `(async () => { for (let i = 0; i < 9; i += 1) await null; try { late(); } catch {} })();`,
    ],
    ['when a module has come', `import('./a.js').then(late);`],
  ])('%s', async (_, statement) => {
    const error = await failing(`const late = () => {\n  sdk.registerCSS({ a: 'red' });\n};\n${statement}`, {
      'a.js': '',
    });
    expect(error).toMatchObject({ code: 'SANDBOX_CALL', frame: { file: 'generator.js', line: 4 } });
    expect(error.message).toContain('registerCSS was called after the generator ended');
  });

  test('but records a call that is awaited', async () => {
    const { operations } = await run(`await import('./a.js').then(() => sdk.registerCSS({ a: 'red' }));`, {
      'a.js': '',
    });
    expect(operations).toEqual([{ kind: 'registerCSS', variables: { '--a': 'red' } }]);
  });
});

describe('a call with invalid arguments ends the run', () => {
  test.each<[string, string]>([
    [`registerAPIRoutes()`, 'registerAPIRoutes must be'],
    [`registerAPIRoutes({ route: [] })`, 'route'],
    [`registerAPIRoutes('x')`, 'registerAPIRoutes'],
    [`registerAPIRoutes([{ path: '/a', handler: 'b' }])`, 'routes[0].methods'],
    [`registerAPIRoutes([{ path: '/a', handler: 'b', methods: [] }])`, 'routes[0].methods'],
    [`registerAPIRoutes([{ path: '/a', handler: 'b', methods: ['TRACE'] }])`, 'routes[0].methods[0]'],
    [`registerAPIRoutes([{ path: '/a', handler: 'b', methods: ['GET'], access: 'root' }])`, 'routes[0].access'],
    [`registerAPIRoutes([{ path: '/a', handler: 'b', methods: ['GET'], admin: true }])`, 'routes[0]'],
    [`registerAPIRoutes([{ path: '/*', handler: 'b', methods: ['GET'] }])`, 'routes[0].path'],
    [`registerAPIRoutes([{ path: '/../admin', handler: 'b', methods: ['GET'] }])`, 'routes[0].path'],
    [`registerAPIRoutes([{ path: '//evil', handler: 'b', methods: ['GET'] }])`, 'routes[0].path'],
    [`registerAPIRoutes([{ path: 7, handler: 'b', methods: ['GET'] }])`, 'routes[0].path'],
    [`registerAPIRoutes([{ path: '/a', handler: '', methods: ['GET'] }])`, 'routes[0].handler'],
    [`registerAPIRoutes(Object.assign([], { length: 4e9 }))`, 'routes'],
    [`registerAdminMenu({})`, 'label'],
    [`registerAdminMenu({ label: 'a\\u202Eb' })`, 'label'],
    [`registerAdminMenu({ label: 'x', href: 'javascript:alert(1)' })`, 'href'],
    [`registerAdminMenu({ label: 'x', href: '//evil' })`, 'href'],
    [
      `registerAdminMenu({ label: 'x', children: [{ id: 'a', label: 'b', href: '\\\\\\\\evil' }] })`,
      'children[0].href',
    ],
    [`registerAdminMenu({ label: 'x', children: [{ id: 'a', label: 'b', href: '/b', children: [] }] })`, 'children[0]'],
    [`registerPrismaSchema({ schema: 'model A {}' })`, 'registerPrismaSchema'],
    [`registerPrismaSchema(' ')`, 'registerPrismaSchema'],
    [`registerPrismaSchema('datasource db { url = "x" }')`, 'datasource db'],
    [`registerPrismaSchema('model A { id String }\\ngenerator x\\n{ provider = "./evil.sh" }')`, 'generator x'],
    [`registerSettings({ pluginId: 'other', schema: {} })`, 'pluginId'],
    [`registerSettings({ schema: { a: { type: 'date' } } })`, 'schema.a.type'],
    [`registerSettings({ schema: { a: { type: 'number', default: '3' } } })`, 'schema.a.default'],
    [`registerSettings({ schema: { a: { type: 'number', min: NaN } } })`, 'schema.a.min'],
    [`registerSettings({ schema: { a: { type: 'number', max: -0 } } })`, 'schema.a.max'],
    [`registerSettings({ schema: JSON.parse('{"__proto__":{"type":"string"}}') })`, 'schema'],
    [`registerProvider({ name: 'a b', import: 'x' })`, 'name'],
    [`registerProvider({ name: 'A', import: 'node:fs' })`, 'import'],
    [`registerProvider({ name: 'A', import: 'https://evil/x.js' })`, 'import'],
    [`registerProvider({ name: 'A', import: 'x', order: 1n })`, 'order'],
    [`registerProvider({ name: 'A', import: 'x', order: Infinity })`, 'order'],
    [`registerCSS({ variables: { a: 'red;} body{display:none' } })`, '--a'],
    [`registerCSS({ a: 'url(https://evil)' })`, '--a'],
    [`registerCSS({ 'a;b': 'red' })`, 'a;b'],
    [`registerCSS(JSON.parse('{"__proto__":"red"}'))`, '__proto__'],
    [`registerCSS(null)`, 'registerCSS'],
    [`copyTemplates({ src: 'a' })`, 'src'],
    [`copyTemplates({ source: 1 })`, 'source'],
    [`copyTemplates({ source: 'nowhere' })`, 'nowhere'],
    [`copyTemplates({ framework: 'rails' })`, 'framework'],
    [`copyTemplates({ ignore: '*.md' })`, 'ignore'],
    [`copyTemplates({ variables: [] })`, 'variables'],
    [`copyTemplates({ variables: JSON.parse('{"__proto__":{"isAdmin":true}}') })`, '__proto__'],
    [`copyTemplates(Object.assign({}, { constructor: { prototype: 1 } }))`, 'constructor'],
  ])('%s', async (call, named) => {
    const error = await failing(`\n  sdk.${call};`, { 'templates/a.md': 'a' });
    expect(error.code).toBe('SANDBOX_CALL');
    expect(error.message).toContain(named);
    expect(error.frame).toEqual({ file: 'generator.js', line: 4, column: expect.any(Number) });
  });

  test('even if the plugin catches it', async () => {
    expect(await codeOf(`try { sdk.registerCSS(1); } catch {} sdk.registerCSS({ a: 'red' });`)).toBe('SANDBOX_CALL');
  });

  test('for a path outside of its folder', async () => {
    const places = [
      `registerAPIRoutes([{ path: '/a', handler: '../../config.js', methods: ['GET'] }])`,
      `registerAPIRoutes([{ path: '/a', handler: '/etc/passwd', methods: ['GET'] }])`,
      `registerAPIRoutes([{ path: '/a', handler: 'node:child_process', methods: ['GET'] }])`,
      `registerProvider({ name: 'A', import: '../x' })`,
      `registerProvider({ name: 'A', import: '@/../../x' })`,
      ...[
        '../x',
        'a/../../x',
        'a/../b',
        '/etc',
        '~/x',
        'C:\\\\x',
        'a\\0',
        'a\\nb',
        '/projectile',
        '\\\\\\\\srv\\\\x',
      ].map((path) => `copyTemplates({ destination: '${path}' })`),
      ...['../x', '/etc', 'templates/../../x', '/plugin/../x'].map((path) => `copyTemplates({ source: '${path}' })`),
    ];
    const codes = await Promise.all(
      places.map(async (call) => (await failing(`sdk.${call};`, { 'templates/a.md': 'a' })).code),
    );
    expect(codes).toEqual([
      'SANDBOX_PATH',
      'SANDBOX_PATH',
      'SANDBOX_PATH',
      'SANDBOX_PATH',
      'SANDBOX_CALL',
      ...Array.from({ length: 14 }, () => 'SANDBOX_PATH'),
    ]);
  });
});

describe('the context', () => {
  test('has four keys and the settings', async () => {
    const { log } = await run('console.log(JSON.stringify(context)); context.settings.pageSize = 1;');
    expect(JSON.parse(log[0]?.text ?? '')).toEqual({
      projectPath: '/project',
      framework: 'express',
      database: 'file',
      settings: { pageSize: 20, title: 'Ünï "x"', on: true },
    });
  });

  test('has the database kind', async () => {
    const { log } = await runPlugin(pluginInput('console.warn(context.database)', {}, { database: 'document' }));
    expect(log).toEqual([{ level: 'warn', text: 'document' }]);
  });
});
