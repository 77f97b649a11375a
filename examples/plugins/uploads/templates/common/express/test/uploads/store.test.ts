import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { trialStore } from './trial-store';

const { store, ids, stop } = await trialStore();
const folder = mkdtempSync(join(tmpdir(), 'upload-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stop();
});

const id = '5b1c1b8e-0d52-4c39-9d0c-1de5bd3f2b11';

test('stores, returns and removes bytes', async () => {
  const path = join(folder, 'received');
  writeFileSync(path, 'Some text');
  await store.put(id, path);
  expect(ids()).toEqual([id]);
  const stored = await store.get(id);
  expect(stored && (await text(stored))).toBe('Some text');
  await store.remove(id);
  expect(ids()).toEqual([]);
  expect(await store.get(id)).toBeUndefined();
  await store.remove(id);
});

test.each(['../secret', '..', '/etc/passwd', `${id}/../x`, '', 'A'])(
  'refuses %j as an id',
  async (other) => {
    await expect(store.get(other)).rejects.toThrow('Not the id');
    await expect(store.put(other, join(folder, 'received'))).rejects.toThrow('Not the id');
    await expect(store.remove(other)).rejects.toThrow('Not the id');
  },
);
