import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { genlock, repository, run } from '../support/cli.ts';
import { notVerified } from '../support/not-verified.ts';
import { makeShop, pathWithoutOurs, withoutValues, type Shop } from '../support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  const guestbook = ['--plugins', join(repository, 'examples/plugins/guestbook')];
  shop = await makeShop(['--config', join(repository, 'examples/shop/genlock.json'), ...guestbook]);
});
afterAll(() => shop.remove());

/** Runs genlock where there is no network. */
const cut = (args: readonly string[]) =>
  run(['unshare', '-rn', process.execPath, join(repository, 'bin/run.js'), ...args], { cwd: shop.root });

test('without a network, entities and the database go on', async (context) => {
  if (spawnSync('unshare', ['-rn', 'true']).status !== 0) {
    notVerified(context, { reason: 'no network namespace', remedy: 'Linux with util-linux and user namespaces' });
  }
  const steps = [
    ['entity', 'add', 'Visit', 'place:String:required', '--yes'],
    ['sync', '--yes'],
    ['db', 'migrate', 'dev', '--name', 'visits'],
    ['db', 'migrate', 'status'],
    ['verify'],
  ];
  for (const args of steps) expect(await cut(args)).toMatchObject({ code: 0 });
  // The control: there is no way out.
  expect((await cut(['add', 'never-fetched', '--yes'])).code).not.toBe(0);
});

test('ejects the shop', async () => {
  expect(await genlock(['eject', '--yes'], { cwd: shop.root })).toMatchObject({ code: 0 });
});

test.for(['typecheck', 'lint', 'format:check', `test -- ${withoutValues}`, 'build'])(
  'out of Genlock, the shop passes %s',
  async (script) => {
    const env = { PATH: pathWithoutOurs(), CI: '1', NODE_ENV: undefined };
    expect(await run(['npm', 'run', ...script.split(' ')], { cwd: shop.root, env })).toMatchObject({ code: 0 });
  },
);
