import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPluginFolder } from 'genlock/testing';

const folder = join(import.meta.dirname, '..');

test('sets the theme', async () => {
  const { operations, warnings } = await runPluginFolder({ folder, settings: { radius: 0 } });
  assert.deepEqual(warnings, []);
  assert.equal(operations[0].variables['--radius'], '0px');
});

test('refuses a colour value with additional CSS', async () => {
  const settings = { primary: 'red; } body { display: none' };
  await assert.rejects(runPluginFolder({ folder, settings }), { code: 'SANDBOX_CALL' });
});
