import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPluginFolder } from 'genlock/testing';

const folder = join(import.meta.dirname, '..');

test('adds a menu entry with two children', async () => {
  const { operations, files, warnings } = await runPluginFolder({ folder });
  assert.deepEqual(warnings, []);
  const [menu] = operations.filter(({ kind }) => kind === 'registerAdminMenu');
  assert.deepEqual(
    menu.children.map(({ href }) => href),
    ['/admin/reports/totals', '/admin/reports/latest'],
  );
  for (const { href } of [menu, ...menu.children]) assert.ok(files.has(`client/pages${href}/index.tsx`), href);
});
