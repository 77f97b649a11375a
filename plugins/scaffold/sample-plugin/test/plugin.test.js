import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPluginFolder } from 'genlock/testing';

const folder = join(import.meta.dirname, '..');

test('adds a page, a route and a model', async () => {
  const { files, footprint, warnings } = await runPluginFolder({ folder });
  assert.deepEqual(warnings, []);
  assert.ok(files.has('client/pages/sample-plugin/index.tsx'));
  assert.deepEqual(footprint.models, ['SamplePluginNote']);
  assert.deepEqual(footprint.routes, [{ path: '/api/sample-plugin', methods: ['GET', 'POST'], access: 'public' }]);
});

test('the setting arrives in the code', async () => {
  const { files } = await runPluginFolder({ folder, settings: { maxLength: 12 } });
  assert.match(files.get('server/routes/sample-plugin.ts') ?? '', /const maxLength = Number\('12'\);/);
});

test('a length below 1 is refused', async () => {
  await assert.rejects(runPluginFolder({ folder, settings: { maxLength: 0 } }), {
    code: 'PLUGIN_SETTING_OUT_OF_BOUNDS',
  });
});
