import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { initProject } from '../../src/flows/project/init.ts';
import { toErrorReport } from '../../src/errors/report.ts';
import { repository } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';
import { quietPorts } from '../support/ports.ts';

/** A plugin whose generator has this body, and whose templates are these. */
function pluginOf(body: string, templates: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  const files = {
    'manifest.json': JSON.stringify({ name: 'guest', version: '1.0.0' }),
    'generator.js': `import * as sdk from 'genlock/sdk';\nexport default async () => {\n${body}\n};\n`,
    ...Object.fromEntries(Object.entries(templates).map(([path, text]) => [`templates/${path}`, text])),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const config = join(repository, 'examples/shop/genlock.json');
const requestIn = (cwd: string, plugin: string) => ({
  cwd,
  root: join(cwd, 'app'),
  config,
  plugins: [plugin],
  yes: true,
  dryRun: false,
  install: false,
});

const copy = `sdk.copyTemplates({ source: '.', destination: '.' });`;

test.each([
  ['a workflow', 'JUDGE_PATH_TOOL', copy, { '.github/workflows/a.yml': 'on: push\n' }],
  [
    'a migration',
    'JUDGE_PATH_CORE',
    `sdk.copyTemplates({ source: 'm', destination: 'prisma/migrations' });`,
    { 'm/a.sql': 'x\n' },
  ],
  ['a module beside an entity’s', 'JUDGE_PATH_ENTITY', copy, { 'server/routes/products.mjs': 'x\n' }],
  [
    'a route of an entity',
    'JUDGE_ROUTE_SHADOWS',
    `${copy}sdk.registerAPIRoutes([{ path: '/products', handler: 'server/x', methods: ['GET'] }]);`,
    { 'server/x.ts': 'x\n' },
  ],
  [
    'a handler of somebody else',
    'JUDGE_HANDLER_MISSING',
    `sdk.registerAPIRoutes([{ path: '/x', handler: 'server/app', methods: ['GET'] }]);`,
    {},
  ],
  [
    'SQL in a default',
    'JUDGE_SCHEMA_ATTRIBUTE',
    `sdk.registerPrismaSchema('model X {\\n  id String @id @default(dbgenerated("x"))\\n}');`,
    {},
  ],
  [
    'a generator behind a carriage return',
    'JUDGE_SCHEMA_SYNTAX',
    `sdk.registerPrismaSchema('// x\\rgenerator x {\\r provider = "./evil"\\r}');`,
    {},
  ],
  [
    'a variable of Node',
    'JUDGE_SETTING_VARIABLE',
    `sdk.registerSettings({ pluginId: 'guest', schema: { a: { type: 'string', secret: true, env: 'NODE_OPTIONS' } } });`,
    {},
  ],
  [
    'an element as a provider',
    'JUDGE_PROVIDER_NAME',
    `${copy}sdk.registerProvider({ name: 'script', import: 'client/x' });`,
    { 'client/x.tsx': 'x\n' },
  ],
] as const)('nothing is written for a plugin that contributes %s', async (...[, code, body, templates]) => {
  const cwd = temporaryFolder();
  const plugin = pluginOf(body, templates);
  const before = [treeHash(cwd), treeHash(plugin)];
  const error: unknown = await initProject(requestIn(cwd, plugin), quietPorts).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  const report = toErrorReport(error);
  expect({ code: report.code, exit: report.exit }).toEqual({ code, exit: 6 });
  expect([treeHash(cwd), treeHash(plugin)]).toEqual(before);
  const healthy = await initProject(requestIn(cwd, pluginOf(copy, { 'server/fine.ts': 'export {};\n' })), quietPorts);
  expect(healthy.status).toBe('created');
});

test('reports harmless findings as warnings', async () => {
  const body = `sdk.registerAdminMenu({ id: 'guest', label: 'Guests', icon: 'unheard-of', href: '/guests' });`;
  const { warnings } = await initProject(requestIn(temporaryFolder(), pluginOf(body)), quietPorts);
  expect(warnings).toContainEqual(expect.stringMatching(/^guest: .*unheard-of/));
});
