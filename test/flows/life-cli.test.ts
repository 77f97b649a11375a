import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { genlock, repository } from '../support/cli.ts';
import { examplePlugin } from '../support/life.ts';
import { hasTerminal, openTerminal } from '../support/terminal.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const config = join(repository, 'examples/shop/genlock.json');

async function newShop(): Promise<string> {
  const cwd = temporaryFolder();
  expect((await genlock(['init', 'shop', '--config', config, '--yes'], { cwd })).code).toBe(0);
  return join(cwd, 'shop');
}

test('the exit codes of a life', async () => {
  const cwd = await newShop();
  const code = async (...args: readonly string[]) => (await genlock(args, { cwd })).code;
  expect(await code('add', examplePlugin('guestbook'))).toBe(0);
  expect(await code('status')).toBe(0);
  expect(await code('verify', '--strict')).toBe(0);
  expect(await code('list', '--cwd', join(cwd, 'server'))).toBe(0);
  expect(await code('add')).toBe(2);
  expect(await code('resolve', '--continue')).toBe(2);
  expect(await code('remove', 'nothing')).toBe(2);
  appendFileSync(join(cwd, 'client/pages/guestbook/index.tsx'), '// mine\n');
  expect(await code('verify')).toBe(0);
  expect(await code('verify', '--strict')).toBe(7);
  expect(await code('remove', 'guestbook')).toBe(5);
  expect(await code('resolve', '--continue')).toBe(0);
  expect(await code('sync')).toBe(0);
  appendFileSync(join(cwd, '.genlock/baseline.json'), 'x');
  expect(await code('sync')).toBe(7);
});

test('a result as data has the same shape, dry or done', async () => {
  const cwd = await newShop();
  const json = async (...args: readonly string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await genlock([...args, '--json'], { cwd })).stdout);
  const dry = await json('add', examplePlugin('page-views'), '--dry-run');
  const done = await json('add', examplePlugin('page-views'));
  expect({ ...dry, status: 'changed' }).toEqual(done);
  expect(Object.keys(done).toSorted()).toEqual(
    ['healed', 'left', 'merged', 'models', 'moved', 'plan', 'plugins', 'project', 'status', 'steps', 'warnings'], // prettier-ignore
  );
  expect(await json('add', 'auth-jwt')).toMatchObject({ error: { code: 'PLUGIN_NOT_FOUND', exit: 1 } });
});

/** What is there at some moment of the transaction, in its order. */
const moments = [
  '.genlock/lock',
  '.genlock/journal',
  '.genlock/journal/committed.json',
  'client/components/GreetingProvider.tsx',
  'server/routes/guestbook.ts',
  'test/server/routes/guestbook.test.ts',
  '.genlock/journal.done',
];

test('SIGKILL while add writes: the next command of any kind leaves it done or not begun', async () => {
  const add = ['add', examplePlugin('guestbook')];
  const cwd = await newShop();
  const before = [...treeHash(cwd)];
  expect((await genlock(add, { cwd })).code).toBe(0);
  const after = [...treeHash(cwd)];
  const seen = { before: 0, after: 0, killed: 0, healed: 0 };
  for (const moment of [...moments, ...moments]) {
    expect((await genlock(['remove', 'guestbook'], { cwd })).code).toBe(0);
    expect([...treeHash(cwd)]).toEqual(before);
    const { signal } = await genlock(add, { cwd, killAt: join(cwd, moment) });
    if (signal !== null) seen.killed += 1;
    const { stdout } = await genlock(['status', '--json'], { cwd });
    if (JSON.parse(stdout).healed !== 'none') seen.healed += 1;
    const isDone = existsSync(join(cwd, 'server/routes/guestbook.ts'));
    seen[isDone ? 'after' : 'before'] += 1;
    expect([...treeHash(cwd)]).toEqual(isDone ? after : before);
    if (!isDone) await genlock(add, { cwd });
  }
  process.stdout.write(`add killed while it writes: ${JSON.stringify(seen)}\n`);
  expect(seen.healed).toBeGreaterThan(0);
});

test.skipIf(!hasTerminal)('at a terminal the plan is shown, and no is the default', async () => {
  const cwd = await newShop();
  const before = [...treeHash(cwd)];
  const no = openTerminal(['add', examplePlugin('guestbook')], { cwd });
  const question = await no.until(/Write this\?/u);
  expect(question).toContain('Unprotected  GET POST /api/guestbook');
  no.press('Enter');
  expect(await no.until(/\[exit \d+\]/u)).toContain('[exit 4]');
  expect([...treeHash(cwd)]).toEqual(before);
  const yes = openTerminal(['add', examplePlugin('guestbook')], { cwd });
  await yes.until(/Write this\?/u);
  yes.press('y');
  expect(await yes.until(/\[exit \d+\]/u)).toContain('[exit 0]');
  expect(existsSync(join(cwd, 'server/routes/guestbook.ts'))).toBe(true);
});

test('a genlock.json that is broken stops every command with its place', async () => {
  const cwd = await newShop();
  writeFileSync(join(cwd, 'genlock.json'), '{\n  "name": "shop",\n  "entitys": []\n}\n');
  for (const command of ['sync', 'list', 'verify', 'plan']) {
    const { code, stdout } = await genlock([command, '--json'], { cwd });
    expect([command, code, JSON.parse(stdout)]).toMatchObject([
      command,
      1,
      { error: { code: 'CONFIG_KEY_UNKNOWN', problems: [{ file: 'genlock.json', line: 3 }] } },
    ]);
  }
});
