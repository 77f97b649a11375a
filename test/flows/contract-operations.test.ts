/** Tests each operation of the plugin contract from the plugin's folder through `init` to the project files. */
import { describe, expect, test } from 'vitest';
import { codes, copy, type Given, projectWith, refusal } from '../support/contract.ts';

/** A plugin with a provider of each name. */
const providersOf = (names: Readonly<Record<string, number | undefined>>): Given => ({
  files: Object.fromEntries(
    Object.keys(names).map((name) => [`templates/client/${name}.tsx`, `export function ${name}() {}\n`]),
  ),
  body: [
    copy,
    ...Object.entries(names).map(
      ([name, order]) => `sdk.registerProvider(${JSON.stringify({ name, import: `@/${name}`, order })});`,
    ),
  ].join('\n'),
});

describe('menu, settings, providers, theme', () => {
  test('the menu of the manifest and of a call are one entry; an unknown icon is a warning', async () => {
    const adminMenu = { label: 'Here', icon: 'no-such-icon', href: '/here' };
    const { read, warnings } = await projectWith({
      manifest: { adminMenu },
      body: "sdk.registerAdminMenu({ label: 'There', icon: 'no-such-icon', href: '/there' });",
    });
    expect(read('client/generated/menu.ts').match(/href/gu)).toHaveLength(1);
    expect(read('client/generated/menu.ts')).toContain('Puzzle');
    expect(warnings.filter((text) => text.includes('no-such-icon'))).not.toEqual([]);
  });

  test.each(['//evil.example', 'https://evil.example', 'javascript:alert(1)', 'admin'])(
    '%s is not a valid link',
    async (href) => {
      expect(await codes({ body: `sdk.registerAdminMenu({ label: 'x', href: '${href}' });` })).toEqual([
        'SANDBOX_CALL',
      ]);
      expect(await codes({ manifest: { adminMenu: { label: 'x', href } } })).toEqual(['PLUGIN_MENU_HREF_REFUSED']);
    },
  );

  test('settings: the manifest’s without a call, more by a call, no contradiction, no other plugin’s', async () => {
    const manifest = { settings: { schema: { a: { type: 'number', default: 1 } } } };
    const config = { plugins: { one: { enabled: true, settings: { a: 7 } } } };
    const body = "sdk.registerSettings({ pluginId: 'one', schema: { b: { type: 'string', default: 'x' } } });";
    const { read } = await projectWith({ manifest, body, config });
    expect(read('server/generated/settings.ts')).toMatch(/one: \{[^}]*a: 7,[^}]*b: 'x'/u);
    const both = { plugins: { one: { enabled: true, settings: { a: 7, b: 'y' } } } };
    const given = await projectWith({ manifest, body, config: both });
    expect(given.read('server/generated/settings.ts')).toMatch(/one: \{[^}]*a: 7,[^}]*b: 'y'/u);
    const required = "sdk.registerSettings({ schema: { b: { type: 'string', required: true } } });";
    expect(await codes({ manifest, body: required, config })).toEqual(['PLUGIN_SETTING_MISSING']);
    expect(
      (await projectWith({ manifest, body: required, config: both })).read('server/generated/settings.ts'),
    ).toMatch(/one: \{[^}]*a: 7,[^}]*b: 'y'/u);
    const none = 'sdk.registerSettings({ schema: {} });';
    expect(await codes({ manifest, body: none, config: both })).toEqual(['PLUGIN_SETTING_UNKNOWN']);
    const other = "sdk.registerSettings({ schema: { a: { type: 'string' } } });";
    expect(await codes({ manifest, body: other })).toEqual(['JUDGE_SETTING_CONTRADICTS']);
    const stranger = "sdk.registerSettings({ pluginId: 'two', schema: {} });";
    expect(await codes({ body: stranger })).toEqual(['SANDBOX_CALL']);
  });

  test('a provider comes from the plugin’s files or a dependency it declares', async () => {
    const files = {
      'templates/client/P.tsx': 'export function P() {}\n',
      'templates/client/Q.tsx': 'export default P;\n',
    };
    const body = `${copy}
sdk.registerProvider({ name: 'P', import: '@/P' });
sdk.registerProvider({ name: 'Q', import: './client/Q', order: 5 });
sdk.registerProvider({ name: 'R', import: 'some-package/r', order: 500 });`;
    const { read } = await projectWith({ body, files, manifest: { dependencies: { 'some-package': '^1.0.0' } } });
    expect(read('client/generated/providers.tsx').match(/<[PQR]>/gu)).toEqual(['<Q>', '<P>', '<R>']);
    expect(await codes({ body: "sdk.registerProvider({ name: 'P', import: 'undeclared' });" })).toHaveLength(1);
  });

  test('providers without an order stand between those with a lower and a higher one; equals by plugin', async () => {
    const { read } = await projectWith(providersOf({ A: 101, B: undefined }), providersOf({ C: 99, D: 100 }));
    expect(read('client/generated/providers.tsx').match(/<[A-D]>/gu)).toEqual(['<C>', '<B>', '<D>', '<A>']);
  });

  test('a provider of the same name of two plugins is refused, and both named', async () => {
    const files = { 'templates/client/one/P.tsx': 'export function P() {}\n' };
    const body = `${copy}sdk.registerProvider({ name: 'P', import: '@/one/P' });`;
    const moved = { 'templates/client/two/P.tsx': 'export function P() {}\n' };
    const [problem] = await refusal({ files, body }, { files: moved, body: body.replace('@/one/', '@/two/') });
    expect(problem?.message).toMatch(/one.*two|two.*one/u);
  });

  test('an entry of the menu has entries below it', async () => {
    const children = [
      { id: 'a', label: 'A', href: '/admin/one/a' },
      { id: 'b', label: 'B', href: '/admin/one/b' },
    ];
    const entry = JSON.stringify({ id: 'one', label: 'One', icon: 'chart-bar', href: '/admin/one', children });
    const { read, warnings } = await projectWith({ body: `sdk.registerAdminMenu(${entry});` });
    expect(read('client/generated/menu.ts')).toMatch(/icon: ChartBar[^]*children: \[\s+\{ id: 'a'[^]*\{ id: 'b'/u);
    expect(warnings).toEqual([]);
  });

  test.each(['url(https://evil.example)', 'red; } body { display: none', '</style>', 'expression(1)'])(
    'the theme takes no %s',
    async (value) => {
      expect(await codes({ body: `sdk.registerCSS({ a: ${JSON.stringify(value)} });` })).toEqual(['SANDBOX_CALL']);
    },
  );

  test('a colour of the theme may be three bare numbers', async () => {
    const { read } = await projectWith({
      body: "sdk.registerCSS({ '--primary': '262 83% 58%', '--mine': '262 83% 58%' });",
    });
    expect(read('client/generated/theme.css')).toContain('--primary: hsl(262 83% 58%);');
    expect(read('client/generated/theme.css')).toContain('--mine: 262 83% 58%;');
  });

  test('the theme takes names with and without dashes', async () => {
    const { read } = await projectWith({
      body: "sdk.registerCSS({ a: '222.2 84% 4.9%', '--b': 'calc(1px + var(--a))' });",
    });
    expect(read('client/generated/theme.css')).toMatch(/--a: .*\n\s+--b: calc/u);
  });
});

const route = (path: string, from = 'server/x'): string =>
  `${copy}sdk.registerAPIRoutes([{ path: '${path}', handler: '${from}', methods: ['GET'] }]);`;

describe('routes', () => {
  const handler = { 'templates/server/x.ts': 'export default () => {};\n' };

  test.each(['/things/:id', '/api/things/:id', 'things/:id'])('%s is mounted below /api', async (path) => {
    const { read } = await projectWith({ body: route(path), files: handler });
    expect(read('server/generated/routes.ts')).toContain("path: '/things/:id'");
  });

  test.each(['/admin', '/admin/things', '/openapi.json', '/auth/login'])('%s is taken', async (path) => {
    expect(await codes({ body: route(path), files: handler })).toEqual(['JUDGE_ROUTE_SHADOWS']);
  });

  test('methods and access reach the route table', async () => {
    const body = `${copy}sdk.registerAPIRoutes([{ path: '/a', handler: 'server/x', methods: ['put', 'HEAD'], access: 'admin' }]);`;
    const { read } = await projectWith({ body, files: handler });
    expect(read('server/generated/routes.ts')).toContain("methods: ['PUT', 'HEAD'], access: 'admin'");
    expect(read('server/generated/openapi.ts')).toContain("path: '/a', methods: ['PUT', 'HEAD'], access: 'admin'");
  });

  test('a handler must be a file of the plugin', async () => {
    expect(await codes({ body: route('/x', 'server/lib/db'), files: handler })).toEqual(['JUDGE_HANDLER_MISSING']);
  });

  test.each(['/*all', '/:id(.*)', '/a/*', '/a/*b/c'])('%s is refused', async (path) => {
    const [code] = await codes({ body: route(path), files: handler });
    expect(code).toMatch(/^(?:SANDBOX_CALL|JUDGE_ROUTE)/u);
  });

  test('one route of two plugins is refused, and both named', async () => {
    const [problem] = await refusal(
      { body: route('/same'), files: handler },
      { body: route('/same', 'server/y'), files: { 'templates/server/y.ts': 'export default () => {};\n' } },
    );
    expect(problem).toMatchObject({ code: 'RENDER_ROUTE_CLASH', message: expect.stringMatching(/two.*one/u) });
  });
});
