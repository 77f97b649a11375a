import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPluginFolder } from 'genlock/testing';

const folder = join(import.meta.dirname, '..');

test('fills the settings into the pages', async () => {
  const { files, warnings } = await runPluginFolder({ folder, settings: { company: 'Ann & Sons "Ltd"' } });
  assert.deepEqual(warnings, []);
  assert.equal(JSON.parse(files.get('client/data/legal.json') ?? '').company, 'Ann & Sons "Ltd"');
  assert.match(files.get('client/pages/imprint/index.tsx') ?? '', /to="\/privacy"/);
  assert.ok(files.has('client/pages/privacy/index.tsx'));
});

test('omits the privacy notice and its link', async () => {
  const { files } = await runPluginFolder({ folder, settings: { privacy: false } });
  assert.ok(!files.has('client/pages/privacy/index.tsx'));
  assert.doesNotMatch(files.get('client/pages/imprint/index.tsx') ?? '', /privacy/);
});
