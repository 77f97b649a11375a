import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPluginFolder } from 'genlock/testing';

const folder = join(import.meta.dirname, '..');

test('answers below /api/status', async () => {
  const { footprint, warnings } = await runPluginFolder({ folder });
  assert.deepEqual(warnings, []);
  assert.deepEqual(footprint.routes, [
    { path: '/api/status', methods: ['GET'], access: 'public' },
    { path: '/api/status/checks/:name', methods: ['GET'], access: 'public' },
    { path: '/api/status/echo/*rest', methods: ['POST', 'PUT'], access: 'public' },
    { path: '/api/status/memory', methods: ['GET'], access: 'admin' },
  ]);
});
