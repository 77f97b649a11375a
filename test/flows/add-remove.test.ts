import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, asyncProperty, shuffledSubarray } from 'fast-check';
import { expect, test } from 'vitest';
import { repository } from '../support/cli.ts';
import { codesOf, examplePlugin, listen, newLife, type Life } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const plugins = readdirSync(join(repository, 'examples/plugins')).toSorted();
const bytes = ({ root }: Pick<Life, 'root'>, without: readonly string[] = []) => [
  ...treeHash(root, ['.env', ...without]),
];

test('remove is the inverse of add in any order, and the order of add affects only genlock.json', async () => {
  const life = await newLife();
  const start = bytes(life);
  const seen = new Map<string, unknown>();
  const compare = (installed: ReadonlySet<string>): void => {
    const key = [...installed].toSorted().join(' ');
    const now = bytes(life, ['genlock.json']);
    expect(now).toEqual(seen.get(key) ?? now);
    seen.set(key, now);
  };
  const order = () => shuffledSubarray(plugins, { minLength: 2, maxLength: 4 });
  await assert(
    asyncProperty(order(), shuffledSubarray(plugins, { minLength: plugins.length }), async (coming, anyOrder) => {
      const installed = new Set<string>();
      for (const name of coming) {
        await life.add([examplePlugin(name)]);
        compare(installed.add(name));
      }
      for (const name of anyOrder.filter((candidate) => installed.has(candidate))) {
        await life.remove([name]);
        installed.delete(name);
        compare(installed);
      }
      expect(bytes(life)).toEqual(start);
    }),
    { numRuns: 3 },
  );
});

test('all at once is the same as one after the other, and out again', async () => {
  const [one, other] = [await newLife(), await newLife()];
  const start = bytes(one);
  await one.add(plugins.map(examplePlugin));
  for (const name of plugins) await other.add([examplePlugin(name)]);
  expect(bytes(other)).toEqual(bytes(one));
  expect(bytes(one)).not.toEqual(start);
  await one.remove(plugins);
  expect(bytes(one)).toEqual(start);
});

test('runs only the new plugin, even if the folder of an installed plugin is missing', async () => {
  const life = await newLife();
  const folder = join(temporaryFolder(), 'guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  await life.add([folder]);
  rmSync(folder, { recursive: true });
  const { said, progress } = listen();
  const { plugins: changed } = await life.add([examplePlugin('page-views')], { progress });
  expect(changed.map(({ name, change }) => [name, change])).toEqual([['page-views', 'added']]);
  expect(said).toEqual(['Running page-views in the sandbox']);
  expect(existsSync(join(life.root, 'server/routes/guestbook.ts'))).toBe(true);
  const removed = await life.remove(['guestbook'], { progress });
  expect(removed).toMatchObject({ status: 'changed', left: { models: ['GuestbookMessage'] } });
  expect(said).toHaveLength(1);
});

test('a dry run returns the same plan and changes no file', async () => {
  const life = await newLife();
  const before = bytes(life);
  const dry = await life.add([examplePlugin('guestbook')], { dryRun: true });
  expect(bytes(life)).toEqual(before);
  const real = await life.add([examplePlugin('guestbook')]);
  expect({ ...dry, status: 'changed' }).toEqual(real);
});

test('a second add changes nothing and runs nothing', async () => {
  const life = await newLife();
  await life.add([examplePlugin('guestbook')]);
  const before = bytes(life);
  const { said, progress } = listen();
  const again = await life.add([examplePlugin('guestbook')], { progress });
  expect([again.status, said]).toEqual(['unchanged', []]);
  expect((await life.add(['guestbook'])).status).toBe('unchanged');
  expect(bytes(life)).toEqual(before);
});

test('reports the content of a plugin: code, unprotected routes, models, settings', async () => {
  const life = await newLife();
  const { plugins: changes, steps } = await life.add([examplePlugin('guestbook')]);
  expect(changes).toMatchObject([
    {
      name: 'guestbook',
      change: 'added',
      extends: [],
      footprint: {
        code: { everyPage: { lines: 13 }, server: { lines: 17 }, onePage: { lines: 11 }, tests: { lines: 15 } },
        routes: ['GET,POST /api/guestbook public'],
        models: ['GuestbookMessage'],
        providers: ['GreetingProvider'],
        settings: ['maxLength', 'title', 'welcome'],
      },
    },
  ]);
  expect(steps.map(({ command }) => command)).toEqual(['genlock db migrate dev --name add-guestbook']);
});

test('secrets get a line in .env that other users cannot read, and remove keeps and reports it', async () => {
  const life = await newLife();
  const file = join(life.root, '.env');
  const before = readFileSync(file, 'utf8');
  const { steps } = await life.add([examplePlugin('contact-form')]);
  expect(readFileSync(file, 'utf8')).toBe(`${before}CONTACT_FORM_WEBHOOK_URL=\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(steps[0]?.command).toBe('edit .env: CONTACT_FORM_WEBHOOK_URL=…');
  writeFileSync(file, 'MINE=1\r\nCONTACT_FORM_WEBHOOK_URL=https://example.com/hook\r\n');
  expect((await life.remove(['contact-form'])).left.variables).toEqual(['CONTACT_FORM_WEBHOOK_URL']);
  const back = await life.add([examplePlugin('contact-form')]);
  expect(readFileSync(file, 'utf8')).toBe('MINE=1\r\nCONTACT_FORM_WEBHOOK_URL=https://example.com/hook\r\n');
  expect(back.steps.map(({ command }) => command)).not.toContain('edit .env: CONTACT_FORM_WEBHOOK_URL=…');
});

test('a file the user edited stays, as a conflict', async () => {
  const life = await newLife();
  await life.add([examplePlugin('guestbook')]);
  const page = join(life.root, 'client/pages/guestbook/index.tsx');
  writeFileSync(page, `${readFileSync(page, 'utf8')}// mine\n`);
  const { plan, status } = await life.remove(['guestbook']);
  expect(status).toBe('changed');
  expect(plan.conflicts.map(({ path, reason }) => [path, reason])).toEqual([
    ['client/pages/guestbook/index.tsx', 'deleted'],
  ]);
  expect(readFileSync(page, 'utf8')).toContain('// mine');
  expect(existsSync(join(life.root, 'server/routes/guestbook.ts'))).toBe(false);
});

test('changes no file if the user declines the prompt', async () => {
  const life = await newLife();
  const before = bytes(life);
  let shown = 0;
  const ask = { interactive: true, preview: () => void (shown += 1), agree: () => Promise.resolve(false) };
  expect(await codesOf(life.add([examplePlugin('guestbook')], ask))).toEqual(['DECLINED']);
  expect([shown, bytes(life)]).toEqual([1, before]);
  await life.add([examplePlugin('guestbook')], { ...ask, agree: () => Promise.resolve(true) });
  expect(bytes(life)).not.toEqual(before);
});

test.each([
  ['a package nobody fetched before', ['stripe'], 'REGISTRY_OFFLINE'],
  ['another of a scope', ['@acme/stripe'], 'REGISTRY_OFFLINE'],
  ['what no registry has', ['github:a/b'], 'REGISTRY_SPEC_INVALID'],
  ['a folder that is no plugin', ['./client'], 'PLUGIN_FOLDER_INVALID'],
  ['one of two', [examplePlugin('guestbook'), 'stripe'], 'REGISTRY_OFFLINE'],
])('refused, and nothing changed: %s', async (_, specs, code) => {
  const life = await newLife();
  const before = bytes(life);
  expect(await codesOf(life.add(specs, { env: { HOME: temporaryFolder() } }))).toEqual([code]);
  expect(bytes(life)).toEqual(before);
});

test('refuses to remove plugins that are not installed, and the base', async () => {
  const life = await newLife();
  expect(await codesOf(life.remove(['guestbook']))).toEqual(['PLUGIN_NOT_INSTALLED']);
  expect(await codesOf(life.remove(['base']))).toEqual(['PLUGIN_NOT_INSTALLED']);
});

test('a project of another renderer is not changed along the way', async () => {
  const life = await newLife();
  const file = join(life.root, 'genlock.lock.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"renderer": \d+/u, '"renderer": 999'));
  expect(await codesOf(life.add([examplePlugin('guestbook')]))).toEqual(['PROJECT_GENLOCK_OTHER']);
});

test('an edit of genlock.json while the plugin runs is not lost', async () => {
  const life = await newLife();
  const file = join(life.root, 'genlock.json');
  const edited = readFileSync(file, 'utf8').replace('"entities": [', '"entities": [{ "name": "Ticket" },');
  const progress = (): void => writeFileSync(file, edited);
  expect(await codesOf(life.add([examplePlugin('guestbook')], { progress }))).toEqual(['PROJECT_CHANGED_SINCE_PLAN']);
  expect(readFileSync(file, 'utf8')).toBe(edited);
});
