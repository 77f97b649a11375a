/** Git runs the programs that the configuration of a bare repository names. A plugin must not contribute one. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { reservedBy, looseFold } from '../../../src/validation/path-rules.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const configuration =
  '[core]\nrepositoryformatversion = 0\nbare = false\nworktree = ..\nfsmonitor = "touch ran; false"\n';
const contents: Readonly<Record<string, string>> = {
  HEAD: 'ref: refs/heads/main\n',
  config: configuration,
  'objects/a': '',
  'refs/a': '',
};

/** Writes files into `public/x` and runs git there. Returns whether the configured program ran. */
function runsProgram(paths: readonly string[]): boolean {
  const root = temporaryFolder();
  const folder = join(root, 'public/x');
  execFileSync('git', ['init', '--quiet', root]);
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), contents[path] ?? '');
  }
  const env = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', HOME: root };
  execFileSync('git', ['status'], { cwd: folder, env, stdio: 'ignore' });
  return existsSync(join(root, 'public/ran'));
}

test('control: git runs a program of a bare repository', () => {
  expect(runsProgram(Object.keys(contents))).toBe(true);
});

test('refuses the file that makes a folder a repository, and git runs no program without it', () => {
  const accepted = Object.keys(contents).filter((path) => reservedBy(looseFold(`public/x/${path}`)).length === 0);
  expect(accepted).toEqual(['config', 'objects/a', 'refs/a']);
  expect(runsProgram(accepted)).toBe(false);
});
