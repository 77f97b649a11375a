import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPluginFolder } from 'genlock/testing';

const folder = join(import.meta.dirname, '..');

for (const database of ['relational', 'document', 'file']) {
  test(`measures every entity on ${database}`, async () => {
    const { footprint, warnings } = await runPluginFolder({ folder, database });
    assert.deepEqual(warnings, []);
    assert.deepEqual(footprint.hooks, ['* server/lib/opentelemetry/hooks']);
    assert.deepEqual(footprint.routes, []);
  });
}
