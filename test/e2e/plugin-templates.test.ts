import { appendFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { genlock, repository, run } from '../support/cli.ts';
import { done, makeShop } from '../support/shop.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Creates a plugin with the project `demo` next to it. Returns the plugin's folder. */
async function pluginWithDemo(): Promise<string> {
  const created = temporaryFolder();
  done(await genlock(['plugin', 'create', 'team-notes'], { cwd: created }));
  const demo = await makeShop(['--plugins', join(created, 'team-notes')], {}, 'demo');
  onTestFinished(() => demo.remove());
  const cwd = dirname(demo.root);
  done(await genlock(['plugin', 'create', 'team-notes'], { cwd }));
  return join(cwd, 'team-notes');
}

test('the templates of a new plugin are checked in place, for the server and the client', async () => {
  const folder = await pluginWithDemo();
  const check = async () =>
    (await run([join(repository, 'node_modules/.bin/tsc'), '-p', 'templates/tsconfig.json'], { cwd: folder })).stdout;
  expect(await check()).toBe('');
  const files = ['express/server/routes/team-notes.ts', 'shared/client/pages/team-notes/index.tsx'];
  for (const file of files) appendFileSync(join(folder, 'templates', file), "\nexport const wrong: number = 'x';\n");
  const errors = [...(await check()).matchAll(/^templates\/(.*)\(\d+,\d+\): error TS2322/gmu)];
  expect(errors.map(([, file]) => file)).toEqual(files);
});
