import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPluginFolder } from 'genlock/testing';

const folder = join(import.meta.dirname, '..');

test('adds a page', async () => {
  const { files, warnings } = await runPluginFolder({ folder });
  assert.deepEqual(warnings, []);
  assert.ok(files.has('client/pages/sample-plugin/index.tsx'));
});
