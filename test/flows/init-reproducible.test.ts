import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { genlock, repository, run } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const shop = join(repository, 'examples/shop/genlock.json');

/** A module that moves the clock of the process that preloads it by forty years. */
const laterClock = `
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...args) { super(...(args.length === 0 ? [Real.now() + 1.26e12] : args)); }
  static now() { return Real.now() + 1.26e12; }
};`;

test('the same configuration gives the same bytes on another clock, zone, locale, umask and folder', async () => {
  const here = temporaryFolder();
  const there = join(temporaryFolder(), 'a folder', 'with spaces – ü');
  mkdirSync(there, { recursive: true });
  const clock = join(there, 'clock.mjs');
  writeFileSync(clock, laterClock);
  cpSync(shop, join(there, 'config.json'));

  const first = await genlock(['init', 'shop', '--config', shop, '--yes'], {
    cwd: here,
    env: { TZ: 'UTC', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  });
  const bin = join(repository, 'bin/run.js');
  const second = await run(
    [
      'sh',
      '-c',
      `umask 077; exec "$0" --import "$1" "$2" init shop --config config.json --yes`,
      process.execPath,
      `file://${encodeURI(clock)}`,
      bin,
    ],
    { cwd: there, env: { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } },
  );

  expect([first.code, first.stderr]).toEqual([0, '']);
  expect([second.code, second.stderr]).toEqual([0, '']);
  const [one, other] = [treeHash(join(here, 'shop'), ['.env']), treeHash(join(there, 'shop'), ['.env'])];
  expect(one.size).toBeGreaterThan(0);
  expect([...other]).toEqual([...one]);
});

test('a second init changes nothing and reports it', async () => {
  const cwd = temporaryFolder();
  expect((await genlock(['init', 'shop', '--config', shop, '--yes'], { cwd })).code).toBe(0);
  const before = treeHash(join(cwd, 'shop'));
  const again = await genlock(['init', 'shop', '--json'], { cwd });
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ status: 'unchanged' });
  expect([...treeHash(join(cwd, 'shop'))]).toEqual([...before]);
});

test('init updates a project to its changed configuration, and a second run changes nothing', async () => {
  const cwd = temporaryFolder();
  expect((await genlock(['init', 'shop', '--config', shop, '--yes'], { cwd })).code).toBe(0);
  const file = join(cwd, 'shop/genlock.json');
  writeFileSync(file, JSON.stringify({ name: 'shop', database: 'file', entities: [{ name: 'Ticket' }], plugins: {} }));
  const again = await genlock(['init', 'shop', '--json'], { cwd });
  expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { status: 'changed' }]);
  expect(existsSync(join(cwd, 'shop/server/routes/tickets.ts'))).toBe(true);
  expect(existsSync(join(cwd, 'shop/server/routes/orders.ts'))).toBe(false);
  const before = treeHash(join(cwd, 'shop'));
  const third = await genlock(['init', 'shop', '--json'], { cwd });
  expect(JSON.parse(third.stdout)).toMatchObject({ status: 'unchanged' });
  expect([...treeHash(join(cwd, 'shop'))]).toEqual([...before]);
});

test('a folder that holds something else is left alone', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'shop'));
  writeFileSync(join(cwd, 'shop/thesis.txt'), 'years of work');
  const before = treeHash(cwd);
  const refused = await genlock(['init', 'shop', '--config', shop, '--yes', '--json'], { cwd });
  expect(refused.code).toBe(2);
  expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'PROJECT_NOT_EMPTY' } });
  expect([...treeHash(cwd)]).toEqual([...before]);
});
