import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPluginFolder } from 'genlock/testing';

const folder = join(import.meta.dirname, '..');

test('writes no secret to the generated files', async () => {
  const { footprint, files, warnings } = await runPluginFolder({ folder });
  assert.deepEqual(warnings, []);
  assert.deepEqual(footprint.secrets, ['webhookUrl']);
  for (const text of files.values()) assert.doesNotMatch(text, /CONTACT_FORM_WEBHOOK_URL/);
});

test('refuses a length below 1', async () => {
  await assert.rejects(runPluginFolder({ folder, settings: { maxLength: 0 } }), {
    code: 'PLUGIN_SETTING_OUT_OF_BOUNDS',
  });
});
