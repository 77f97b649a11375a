import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { genlock, repository } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const args = ['init', 'shop', '--config', join(repository, 'examples/shop/genlock.json'), '--yes'];

/** Kill times as shares of a complete run. Most are in the second half, which writes the files. */
const shares = [0, 0.3, 0.55, 0.7, 0.85, 1, 1.3];
/** Paths whose creation is followed by a kill. */
const paths = ['shop', 'shop/.genlock', 'shop/package.json', 'shop/genlock.lock.json'];

test('SIGKILL at any moment leaves no folder or a folder that the next init completes', async () => {
  const cwd = temporaryFolder();
  const started = performance.now();
  expect((await genlock(args, { cwd })).code).toBe(0);
  const whole = performance.now() - started;
  const wanted = [...treeHash(join(cwd, 'shop'), ['.env'])];

  const seen = { absent: 0, partial: 0, complete: 0 };
  const attempt = async (moment: { readonly killAfter?: number; readonly killAt?: string }): Promise<void> => {
    const folder = temporaryFolder();
    const at = moment.killAt === undefined ? {} : { killAt: join(folder, moment.killAt) };
    const killed = await genlock(args, { ...moment, cwd: folder, ...at });
    if (killed.signal === null) seen.complete += 1;
    else if (existsSync(join(folder, 'shop'))) seen.partial += 1;
    else seen.absent += 1;
    const next = await genlock(args, { cwd: folder });
    expect([next.code, next.stderr]).toEqual([0, '']);
    expect(readdirSync(folder)).toEqual(['shop']);
    expect([...treeHash(join(folder, 'shop'), ['.env'])]).toEqual(wanted);
    expect(existsSync(join(folder, 'shop/.env'))).toBe(true);
  };
  for (const share of shares) await attempt({ killAfter: Math.round(whole * share) });
  for (const path of paths) await attempt({ killAt: path });
  process.stdout.write(`init killed at ${shares.length + paths.length} points: ${JSON.stringify(seen)}\n`);
  expect(seen.absent).toBeGreaterThan(0);
});
