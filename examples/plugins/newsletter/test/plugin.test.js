import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPluginFolder } from 'genlock/testing';

const folder = join(import.meta.dirname, '..');

test('lets only administrators send issues', async () => {
  const { footprint, warnings } = await runPluginFolder({ folder });
  assert.deepEqual(warnings, []);
  assert.deepEqual(footprint.models, ['Subscriber']);
  const admin = footprint.routes.filter(({ access }) => access === 'admin');
  assert.deepEqual([...new Set(admin.map(({ path }) => path))], ['/api/newsletter/issues']);
});

test('maps the id on a document database', async () => {
  const { operations } = await runPluginFolder({ folder, database: 'document' });
  assert.match(JSON.stringify(operations), /@map\(\\+"_id\\+"\)/);
});
