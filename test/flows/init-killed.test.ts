import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { genlock, repository } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const args = ['init', 'shop', '--config', join(repository, 'examples/shop/genlock.json'), '--yes'];
const points = 30;

test('SIGKILL at any moment leaves no folder or a folder that the next init completes', async () => {
  const cwd = temporaryFolder();
  const started = performance.now();
  expect((await genlock(args, { cwd })).code).toBe(0);
  const whole = performance.now() - started;
  const wanted = [...treeHash(join(cwd, 'shop'), ['.env'])];

  const seen = { absent: 0, partial: 0, complete: 0 };
  for (let point = 0; point < points; point += 1) {
    const folder = temporaryFolder();
    const killed = await genlock(args, { cwd: folder, killAfter: Math.round((whole * 1.4 * point) / points) });
    if (killed.signal === null) seen.complete += 1;
    else if (existsSync(join(folder, 'shop'))) seen.partial += 1;
    else seen.absent += 1;
    const next = await genlock(args, { cwd: folder });
    expect([next.code, next.stderr]).toEqual([0, '']);
    expect(readdirSync(folder)).toEqual(['shop']);
    expect([...treeHash(join(folder, 'shop'), ['.env'])]).toEqual(wanted);
    expect(existsSync(join(folder, 'shop/.env'))).toBe(true);
  }
  process.stdout.write(`init killed at ${points} points: ${JSON.stringify(seen)}\n`);
  expect(seen.absent).toBeGreaterThan(0);
});
