import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { genlock, repository, run } from '../support/cli.ts';
import { done, makeShop, pathWithoutOurs, type Shop } from '../support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  const guestbook = ['--plugins', join(repository, 'examples/plugins/guestbook')];
  shop = await makeShop(['--config', join(repository, 'examples/shop/genlock.json'), ...guestbook]);
  done(await genlock(['eject', '--yes'], { cwd: shop.root }));
});
afterAll(() => shop.remove());

test.for(['typecheck', 'lint', 'format:check', 'test', 'build'])(
  'out of Genlock, the shop passes %s',
  async (script) => {
    const env = { PATH: pathWithoutOurs(), CI: '1', NODE_ENV: undefined };
    expect(await run(['npm', 'run', script], { cwd: shop.root, env })).toMatchObject({ code: 0 });
  },
);
