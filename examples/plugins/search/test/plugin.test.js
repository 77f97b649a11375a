import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPluginFolder } from 'genlock/testing';

const folder = join(import.meta.dirname, '..');

test('registers hooks for every entity, or for the chosen ones', async () => {
  const { footprint, warnings } = await runPluginFolder({ folder });
  assert.deepEqual(warnings, []);
  assert.deepEqual(footprint.hooks, ['* server/lib/search/hooks']);
});

test('refuses names that are not names of entities', async () => {
  const run = runPluginFolder({ folder, settings: { entities: 'order lines' } });
  await assert.rejects(run, { code: 'PLUGIN_SETTING_PATTERN' });
});
