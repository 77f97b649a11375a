import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPluginFolder } from 'genlock/testing';

const folder = join(import.meta.dirname, '..');

test('contains the code of one store only', async () => {
  const local = await runPluginFolder({ folder });
  assert.deepEqual(local.warnings, []);
  assert.deepEqual(local.footprint.secrets, []);
  assert.ok(local.files.has('server/lib/uploads/local-store.ts'));
  assert.ok(!local.files.has('server/lib/uploads/s3-store.ts'));
  const s3 = await runPluginFolder({ folder, settings: { s3: true } });
  assert.deepEqual(s3.footprint.secrets, ['accessKeyId', 'secretAccessKey']);
  assert.ok(!s3.files.has('server/lib/uploads/local-store.ts'));
});

test('needs a signed-in user to add and delete files', async () => {
  const { footprint } = await runPluginFolder({ folder });
  const open = footprint.routes.filter(({ access }) => access === 'public');
  assert.deepEqual(open.map(({ path, methods }) => [path, ...methods].join(' ')).sort(), [
    '/api/uploads GET',
    '/api/uploads/:id GET',
  ]);
});

test('refuses types that are not types', async () => {
  const run = runPluginFolder({ folder, settings: { types: 'png, jpeg' } });
  await assert.rejects(run, { code: 'PLUGIN_SETTING_PATTERN' });
});
