import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { resultJsonSchemas, shapeOf, type ShapeName } from '../../src/results/json-schemas.ts';
import { genlock, repository, type RunOptions } from '../support/cli.ts';
import { builtCommands } from '../support/command-manifest.ts';
import { examplePlugin } from '../support/life.ts';
import { fakeRegistry, json } from '../support/fake-registry.ts';
import { publications } from '../support/publications.ts';
import { sessionRegistry, user } from '../support/session-registry.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ajv = new Ajv2020({ strict: true });
const validators = new Map([...resultJsonSchemas()].map(([name, schema]) => [name, ajv.compile(schema)]));
const config = join(repository, 'examples/shop/genlock.json');
const page = 'client/pages/guestbook/index.tsx';

/** Runs a command with `--json`. Returns the errors in its output. */
async function faultOf([id, args, expected]: Call, where: string | RunOptions): Promise<readonly unknown[]> {
  const options = typeof where === 'string' ? { cwd: where } : where;
  const { code, stdout } = await genlock([...id.split(':'), ...args, '--json'], options);
  const printed: unknown = JSON.parse(stdout);
  const hasFailed = typeof printed === 'object' && printed !== null && 'error' in printed;
  const shape: ShapeName | undefined = hasFailed ? 'failure' : shapeOf(id);
  const validate = shape && validators.get(shape);
  const isValid = validate?.(printed) === true;
  seen.add(id);
  if (isValid && code === expected) return [];
  return [{ id, args, expected, code, shape, errors: validate?.errors, printed: hasFailed ? printed.error : '' }];
}

/** A command, its arguments, and what it exits with. */
type Call = readonly [id: string, args: readonly string[], code: number];

const seen = new Set<string>();

async function faultsOf(calls: readonly Call[], where: string | RunOptions): Promise<readonly unknown[]> {
  const faults: unknown[] = [];
  for (const call of calls) faults.push(...(await faultOf(call, where)));
  return faults;
}

/** Runs a command twice, first with `--dry-run`. */
const both = (id: string, args: readonly string[]): readonly Call[] => [
  [id, [...args, '--dry-run'], 0],
  [id, args, 0],
];

async function newShop(cwd: string): Promise<string> {
  const calls: readonly Call[] = [
    ['init', ['shop', '--database', 'oracle'], 2],
    ['init', ['shop', '--config', config, '--dry-run'], 0],
    ['init', ['shop', '--config', config, '--yes'], 0],
    ['init', ['shop', '--yes'], 0],
  ];
  expect(await faultsOf(calls, cwd)).toEqual([]);
  return join(cwd, 'shop');
}

test('a project life as data: results, dry runs and failures', async () => {
  await using registry = await fakeRegistry();
  const cwd = temporaryFolder();
  const shop = await newShop(cwd);
  const inShop = { cwd: shop, env: { npm_config_registry: registry.url } };
  const guestbook = join(cwd, 'guestbook');
  cpSync(examplePlugin('guestbook'), guestbook, { recursive: true });
  const first: readonly Call[] = [
    ...both('add', [guestbook]),
    ['add', ['nothing'], 1],
    ['list', [], 0],
    ['audit', [], 0],
    ['policy:explain', ['guestbook'], 0],
    ['verify', ['--strict'], 0],
    ['verify', ['--rerun'], 0],
    ['cache:fetch', [], 0],
    ...[page, 'package.json:3', 'server/routes/orders.ts:5', 'genlock.json', '.env:1'].map((place): Call => [
      'why',
      [place],
      0,
    ]),
    ['why', ['nowhere.ts'], 2],
    ['update', ['nothing'], 2],
    ...both('entity:add', ['Ticket', 'title:String']),
    ...both('entity:rename', ['Ticket', 'Issue']),
    ...both('entity:remove', ['Issue']),
    ['entity:add', ['Ticket', 'title'], 2],
    ['entity:rename', ['Nothing', 'Issue'], 2],
    ['entity:remove', ['Nothing'], 2],
    ['plan', ['--remove', 'guestbook', '--out', 'a.plan.json'], 0],
    ['plan', ['--remove', 'nothing'], 2],
    ['apply', ['a.plan.json', '--dry-run'], 0],
    ['apply', ['genlock.json'], 7],
  ];
  expect(await faultsOf(first, inShop)).toEqual([]);

  appendFileSync(join(guestbook, 'README.md'), 'more\n');
  appendFileSync(join(shop, page), '// mine\n');
  const second: readonly Call[] = [
    ['status', [], 0],
    ['outdated', [], 0],
    ['diff', [], 0],
    ['verify', ['--strict'], 7],
    ['verify', ['--rerun'], 7],
    ...both('update', []),
    ...both('upgrade', []),
    ['remove', ['guestbook', '--dry-run'], 5],
    ['remove', ['guestbook'], 5],
    ['remove', ['guestbook'], 2],
    ['eject', ['--yes'], 5],
    ['resolve', ['--continue', '--dry-run'], 0],
    ['resolve', ['--abort'], 0],
    ['resolve', ['--abort'], 2],
    // The plugin is removed and the edited file belongs to the user, so there is no prompt.
    ...both('sync', []),
    ['eject', [], 4],
    ['eject', ['--dry-run'], 0],
    ['eject', ['--yes'], 0],
    ...['sync', 'list', 'status', 'diff', 'verify', 'upgrade'].map((id): Call => [id, [], 2]),
  ];
  expect(await faultsOf(second, inShop)).toEqual([]);
  // The queries went to this registry, not to the public registry.
  expect(new Set(registry.received.map(({ path }) => path))).toContain('/nothing');
});

test('data-layer commands, those for plugin authors, and doctor', async () => {
  const cwd = temporaryFolder();
  const shop = await newShop(cwd);
  const database: readonly Call[] = [
    ['db:migrate:status', [], 1],
    ['db:migrate:dev', ['--name', 'init', '--create-only'], 0],
    ['db:migrate:deploy', [], 0],
    ['db:migrate:status', [], 0],
    // The packages of the project are not installed here.
    ...['db:generate', 'db:push', 'db:seed'].map((id): Call => [id, [], 1]),
    ['db:migrate:reset', ['--yes'], 1],
    ['db:copy', ['--from', 'file:./other.db'], 1],
  ];
  expect(await faultsOf(database, shop)).toEqual([]);
  const authoring: readonly Call[] = [
    ...both('plugin:create', ['my-plugin']),
    ['plugin:create', ['my-plugin'], 2],
    ['plugin:validate', ['my-plugin'], 0],
    ['plugin:test', ['my-plugin'], 0],
    ['doctor', [], 0],
    ['policy:init', ['--registry', 'https://plugins.example.com/'], 0],
    ['policy:init', [], 3],
    ['policy:check', [], 0],
    ['policy:explain', ['chat@1.2.0'], 0],
  ];
  expect(await faultsOf(authoring, cwd)).toEqual([]);
  appendFileSync(join(cwd, 'my-plugin/generator.ts'), "\nconsole.log('hello');\n(null as any).x;\n");
  expect(await faultsOf([['plugin:validate', ['my-plugin'], 1]], cwd)).toEqual([]);
});

test('registries and the cache', async () => {
  await using registry = await sessionRegistry();
  publications(registry, 'guestbook');
  registry.answer('/-/v1/search?text=guest+keywords:genlock-plugin&size=50', (_, response) =>
    json(response, { objects: [{ package: { name: 'guestbook', version: '1.0.0', keywords: ['genlock-plugin'] } }] }),
  );
  const cwd = temporaryFolder();
  const guestbook = join(cwd, 'guestbook');
  cpSync(examplePlugin('guestbook'), guestbook, { recursive: true });
  const env = { HOME: cwd, GENLOCK_CACHE: join(cwd, 'cache'), npm_config_registry: registry.url };
  const at = { cwd, env, input: `${user.password}\n` };
  const calls: readonly Call[] = [
    ['whoami', [], 1],
    ['login', ['--registry', registry.url], 2],
    ['login', ['--registry', registry.url, '--user', user.name], 0],
    ['whoami', [], 0],
    ['plugin:pack', [guestbook], 0],
    ['plugin:publish', [guestbook], 4],
    ['plugin:publish', [guestbook, '--dry-run'], 0],
    ['plugin:publish', [guestbook, '--yes'], 0],
    ['plugin:info', ['guestbook'], 0],
    ['plugin:info', ['nothing'], 1],
    ['plugin:search', ['guest'], 0],
    ['logout', [], 0],
    ['logout', [], 1],
    ['cache:info', [], 0],
    ['cache:verify', [], 0],
    ['cache:clear', [], 0],
  ];
  expect(await faultsOf(calls, at)).toEqual([]);
  const packument = { name: 'guestbook', 'dist-tags': {}, versions: { '1.0.0': {} } };
  for (const path of ['/guestbook', '/guestbook?write=true']) {
    registry.answer(path, (_, response) => json(response, packument));
  }
  const deprecations: readonly Call[] = [
    ['plugin:deprecate', ['guestbook@1', 'no more'], 0],
    ['plugin:deprecate', ['guestbook@9', 'no more'], 1],
  ];
  expect(await faultsOf(deprecations, at)).toEqual([]);
});

test("commands of a team's registry, without a password and without TLS; what they print else is held in e2e", async () => {
  const cwd = temporaryFolder();
  const calls: readonly Call[] = [
    ['registry:owner:add', ['ada', 'chat'], 2],
    ['registry:user:add', ['ada'], 2],
    ['registry:user:remove', ['ada'], 2],
    ['registry:advise', ['chat@<1', '--severity', 'high', '--title', 'Reveals notes', '--storage', 'none'], 2],
    ['registry:serve', ['--host', '0.0.0.0'], 3],
  ];
  expect(await faultsOf(calls, cwd)).toEqual([]);
});

test('every command with --json was among them', () => {
  const printing = Object.entries(builtCommands<{ readonly flags: object }>()).filter(
    ([, { flags }]) => 'json' in flags,
  );
  expect(printing.map(([id]) => id).filter((id) => !seen.has(id))).toEqual([]);
});
