import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPluginFolder } from 'genlock/testing';

const folder = join(import.meta.dirname, '..');

test('wraps the application', async () => {
  const { footprint, files, warnings } = await runPluginFolder({ folder, settings: { enabled: 'a, b' } });
  assert.deepEqual(warnings, []);
  assert.deepEqual(footprint.providers, ['FeatureFlagsProvider']);
  assert.equal(files.get('client/data/feature-flags.json'), '{\n  "enabled": "a, b"\n}\n');
});
