import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { genlock, repository, run } from '../support/cli.ts';
import { done, makeShop, type Shop } from '../support/shop.ts';
import { temporaryFolder } from '../support/temporary.ts';

let demo: Shop;
let folder: string;
beforeAll(async () => {
  // The new plugin checks its templates against the project `demo` next to it.
  const created = temporaryFolder();
  done(await genlock(['plugin', 'create', 'team-notes'], { cwd: created }));
  demo = await makeShop(['--plugins', join(created, 'team-notes')], {}, 'demo');
  const beside = dirname(demo.root);
  done(await genlock(['plugin', 'create', 'team-notes'], { cwd: beside }));
  folder = join(beside, 'team-notes');
});
afterAll(() => demo.remove());

const check = async () =>
  (await run([join(repository, 'node_modules/.bin/tsc'), '-p', 'templates/tsconfig.json'], { cwd: folder })).stdout;

test('the templates of a new plugin are checked in place, for the server and the client', async () => {
  expect(await check()).toBe('');
  const files = ['express/server/routes/team-notes.ts', 'shared/client/pages/team-notes/index.tsx'];
  for (const file of files) appendFileSync(join(folder, 'templates', file), "\nexport const wrong: number = 'x';\n");
  const errors = (await check())
    .split('\n')
    .flatMap((line) => /^templates\/(.*)\(\d+,\d+\): error TS2322/u.exec(line)?.[1] ?? []);
  expect(errors).toEqual(files);
});
