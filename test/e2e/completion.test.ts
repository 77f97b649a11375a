/** The completion scripts in real shells, with the names of a project. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { delimiter } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { genlock, repository, run } from '../support/cli.ts';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';

const script = (shell: string): string => join(repository, `dist/completions/genlock.${shell}`);

/** A project and a `genlock` on the PATH. The name of one entity would start a program in a shell. */
function project(): { readonly cwd: string; readonly env: Record<string, string> } {
  const cwd = temporaryFolder();
  const bin = join(cwd, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'genlock'), `#!/bin/sh\nexec '${process.execPath}' '${repository}/bin/run.js' "$@"\n`);
  chmodSync(join(bin, 'genlock'), 0o755);
  const entities = ['Customer', '$(touch started)', 'Product'].map((name) => ({ name }));
  writeFileSync(join(cwd, 'genlock.json'), JSON.stringify({ entities, plugins: { 'audit-log': {} } }));
  return { cwd, env: { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` } };
}

function requireShell(context: TestContext, shell: string): void {
  if (spawnSync(shell, ['--version']).status === 0) return;
  notVerified(context, { reason: `no ${shell}`, remedy: `apt-get install ${shell}` });
}

/** A command line up to the cursor, and words that are offered for it. */
const cases: readonly (readonly [line: string, ...offered: string[]])[] = [
  ['genlock ad', 'add'],
  ['genlock entity ', 'add', 'remove', 'rename'],
  ['genlock db migrate d', 'deploy', 'dev'],
  ['genlock init --data', '--database'],
  ['genlock init --no', '--no-git', '--no-install'],
  ['genlock add auth-j', 'auth-jwt'],
  ['genlock remove au', 'audit-log'],
  ['genlock update ', 'audit-log'],
  ['genlock entity remove ', 'Customer', 'Product'],
  ['genlock entity rename C', 'Customer'],
];

test.each(['bash', 'zsh', 'fish'])('%s: the command prints the script that the build made', async (shell) => {
  const { code, stdout } = await genlock(['autocomplete', shell], { cwd: temporaryFolder() });
  expect([code, stdout]).toEqual([0, readFileSync(script(shell), 'utf8')]);
});

test('without a shell it shows the commands that install the scripts, and writes nothing', async () => {
  const cwd = temporaryFolder();
  const { code, stdout } = await genlock(['autocomplete'], { cwd, env: { HOME: cwd } });
  expect(code).toBe(0);
  for (const shell of ['bash', 'zsh', 'fish']) expect(stdout).toContain(`autocomplete ${shell} > ~/`);
  expect(existsSync(join(cwd, '.genlock.bash'))).toBe(false);
});

test('bash completes commands, flags and names', async (context) => {
  requireShell(context, 'bash');
  const { cwd, env } = project();
  const program = `
    source '${script('bash')}'
    complete_line() {
      read -ra COMP_WORDS <<<"$1"; [[ "$1" == *" " ]] && COMP_WORDS+=("")
      COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=()
      _genlock_complete; echo "\${COMPREPLY[*]}"
    }
    ${cases.map(([line]) => `complete_line '${line}'`).join('\n')}`;
  const { code, stdout, stderr } = await run(['bash', '--norc', '-c', program], { cwd, env });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.trimEnd().split('\n')).toEqual(cases.map(([, ...offered]) => offered.join(' ')));
  expect(existsSync(join(cwd, 'started'))).toBe(false);
});

test('fish completes commands, flags and names', async (context) => {
  requireShell(context, 'fish');
  const { cwd, env } = project();
  const program = `source '${script('fish')}'
    ${cases.map(([line]) => `echo (complete -C '${line}' | string replace -r '\\t.*' '')`).join('\n')}`;
  const { code, stdout, stderr } = await run(['fish', '--no-config', '-c', program], { cwd, env });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.trimEnd().split('\n')).toEqual(cases.map(([, ...offered]) => offered.join(' ')));
  expect(existsSync(join(cwd, 'started'))).toBe(false);
});

test('zsh completes commands, flags and names', async (context) => {
  requireShell(context, 'zsh');
  const { cwd, env } = project();
  const functions = join(cwd, 'functions');
  mkdirSync(functions);
  writeFileSync(join(functions, '_genlock'), readFileSync(script('zsh')));
  // The second Tab shows the list where the first only completed a common part. The pattern waits for the words.
  const attempt = ([line, ...offered]: (typeof cases)[number]) => `
    zpty z zsh -f -i
    zpty -w z "PS1='> '; fpath=('${functions}' \\$fpath); autoload -Uz compinit && compinit -u -D; echo re''ady"
    zpty -r z out '*ready*'
    zpty -w -n z '${line}'$'\\t\\t'
    zpty -r z out '*${offered.join('*')}*' && echo '${line}'
    zpty -d z`;
  const program = `zmodload zsh/zpty\n${cases.map(attempt).join('\n')}`;
  const { stdout } = await run(['zsh', '-f', '-c', program], { cwd, env });
  expect(stdout.trimEnd().split('\n')).toEqual(cases.map(([line]) => line));
  expect(existsSync(join(cwd, 'started'))).toBe(false);
});
