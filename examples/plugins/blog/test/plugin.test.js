import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPluginFolder } from 'genlock/testing';

const folder = join(import.meta.dirname, '..');

test('lets only administrators read drafts', async () => {
  const { footprint, warnings } = await runPluginFolder({ folder });
  assert.deepEqual(warnings, []);
  const open = footprint.routes.filter(({ access }) => access === 'public');
  assert.deepEqual(open.map(({ path, methods }) => [path, ...methods].join(' ')).sort(), [
    '/api/blog/feed GET',
    '/api/blog/posts GET',
    '/api/blog/posts/:slug GET',
  ]);
});

test('puts a title with special characters into a JSON file', async () => {
  const title = `News "of" ${'`'}all\\`;
  const { files } = await runPluginFolder({ folder, settings: { title } });
  assert.deepEqual(JSON.parse(files.get('client/data/blog.json')), { title });
});
