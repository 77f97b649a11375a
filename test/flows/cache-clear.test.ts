import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheInfo, clearPackageCache } from '../../src/flows/cache.ts';
import { projectStatus } from '../../src/flows/status.ts';
import { newLife } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('clearing takes what only makes the next command quicker, and nothing that is somebody else’s', async () => {
  const cache = temporaryFolder();
  const machine = { env: { HOME: cache, GENLOCK_CACHE: cache } };
  const { root } = await newLife();
  await projectStatus(root, { cache });
  expect(readdirSync(join(cache, 'status'))).toHaveLength(1);
  for (const path of ['compiled/v24.21.0-x64-1/a', 'compiled/mine', 'status/mine.txt', 'mine']) {
    mkdirSync(dirname(join(cache, path)), { recursive: true });
    writeFileSync(join(cache, path), 'x');
  }
  expect(await cacheInfo(machine)).toMatchObject({ entries: 0, bytes: 0 });
  await clearPackageCache(machine);
  const left = readdirSync(cache, { recursive: true, encoding: 'utf8' }).toSorted();
  expect(left).toEqual(['compiled', 'compiled/mine', 'mine', 'status', 'status/mine.txt']);
});
