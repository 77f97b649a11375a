/** Several processes change one `.npmrc` at once without losing entries. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changeNpmrc } from '../../../registry-client/index.ts';
import { repository, run } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const each = 40;

const script = `
  import { changeNpmrc } from ${JSON.stringify(join(repository, 'registry-client/npmrc-edit.ts'))};
  const [file, start, who] = process.argv.slice(1);
  while (Date.now() < Number(start));
  for (let i = 0; i < ${each}; i += 1) changeNpmrc(file, { ['//' + who + i + '/:_authToken']: 'secret' });`;

test('every process keeps its tokens', async () => {
  const folder = temporaryFolder();
  const file = join(folder, '.npmrc');
  const start = String(Date.now() + 3000);
  const processes = ['a', 'b', 'c'];
  const ended = await Promise.all(
    processes.map((who) =>
      run([process.execPath, '--input-type=module', '-e', script, file, start, who], { cwd: folder }),
    ),
  );
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(processes.length * each);
  expect(readdirSync(folder)).toEqual(['.npmrc']);
});

test('waits only a limited time for the lock of a killed process', () => {
  const file = join(temporaryFolder(), '.npmrc');
  writeFileSync(`${file}.lock`, '');
  changeNpmrc(file, { '//host/:_authToken': 'secret' });
  expect(readFileSync(file, 'utf8')).toContain('//host/:_authToken=secret');
});
