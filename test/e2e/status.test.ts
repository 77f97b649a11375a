import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { genlock } from '../support/cli.ts';
import { newLife } from '../support/life.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('the cached status output equals the output of the command', { timeout: 120_000 }, async () => {
  const [{ root }, cache] = [await newLife(), temporaryFolder()];
  const ask = async (args: readonly string[], remembered: string) => {
    const { code, stdout, stderr } = await genlock(['status', ...args], {
      cwd: root,
      env: { GENLOCK_CACHE: remembered },
    });
    return { code, stdout, stderr };
  };
  rmSync(join(root, 'README.md'));
  mkdirSync(join(root, 'empty'));
  const [text, json] = [
    await ask(['--cwd', root], temporaryFolder()),
    await ask(['--cwd', root, '--json'], temporaryFolder()),
  ];
  expect(text.stdout).toContain('README.md');
  for (let time = 0; time < 3; time += 1) {
    expect(await ask([], cache)).toEqual(text);
    expect(await ask(['--json'], cache)).toEqual(json);
  }
  expect((await ask(['--jsno'], cache)).code).not.toBe(0);
});
