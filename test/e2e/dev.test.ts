import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { repository, run } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('the command line runs from a checkout that was never built', async () => {
  const folder = temporaryFolder();
  const checkout = join(folder, 'checkout');
  const untracked = ['.demo', '.git', '.ten-minutes', '.vitest', 'coverage', 'dist', 'node_modules'];
  cpSync(repository, checkout, { recursive: true, filter: (path) => !untracked.includes(basename(path)) });
  symlinkSync(join(repository, 'node_modules'), join(checkout, 'node_modules'), 'junction');
  const dev = (...args: readonly string[]) =>
    run([process.execPath, join(checkout, 'bin/dev.js'), ...args], { cwd: folder });

  const version = await dev('--version');
  expect([version.code, version.stdout]).toEqual([0, expect.stringMatching(/^genlock\/\d/u)]);
  const init = await dev('init', 'shop', '--yes', '--no-install');
  expect([init.code, init.stderr]).toEqual([0, '']);
  expect(existsSync(join(folder, 'shop/genlock.json'))).toBe(true);
  const list = await dev('list', '--cwd', join(folder, 'shop'));
  expect([list.code, list.stderr]).toEqual([0, '']);
  const completion = await dev('autocomplete', 'bash');
  expect([completion.code, completion.stdout]).toEqual([0, expect.stringContaining('_genlock_autocomplete')]);
});
