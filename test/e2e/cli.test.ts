import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { genlock, repository, run } from '../support/cli.ts';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const { version, engines }: { version: string; engines: { node: string } } = JSON.parse(read('package.json'));
const manifest: { commands: Record<string, { examples?: unknown[]; hiddenAliases: string[] }> } = JSON.parse(
  read('oclif.manifest.json'),
);
const commands = Object.keys(manifest.commands);

test.each(['--version', '-v', '-V', 'version'])('%s prints the version', async (flag) => {
  const { code, stdout, stderr } = await genlock([flag], { cwd: temporaryFolder() });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^genlock/${version} `, 'u'));
});

describe('help', () => {
  test.each(['--help', '-h', 'help', 'help init', 'init --help', 'db --help', 'help db migrate', 'plugin --help'])(
    'of "%s"',
    async (line) => {
      const args = line.split(' ').filter(Boolean);
      const { code, stdout, stderr } = await genlock(args, {
        cwd: temporaryFolder(),
        env: { COLUMNS: '80', ...onPath() },
      });
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('USAGE');
      expect(Math.max(...stdout.split('\n').map((text) => text.length))).toBeLessThanOrEqual(80);
    },
  );

  test.each(commands)('of %s fits 80 columns and has an example', async (id) => {
    const args = [...id.split(':'), '--help'];
    const { code, stdout } = await genlock(args, { cwd: temporaryFolder(), env: { COLUMNS: '80', ...onPath() } });
    expect(code).toBe(0);
    expect(stdout).toContain(`$ genlock ${id.replaceAll(':', ' ')}`);
    expect(stdout).toContain('EXAMPLES');
    expect(stdout).not.toMatch(/\| \]|[A-Z]\.\.\. \[?[A-Z_]+\.\.\./u);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

test('help in a narrow terminal shows examples that can be pasted', async () => {
  const { code, stdout } = await genlock(['init', '--help'], { cwd: temporaryFolder(), env: { COLUMNS: '40' } });
  expect(code).toBe(0);
  const examples = stdout.replaceAll(/ \\\n +/gu, ' ');
  expect(examples).toMatch(/^ +\$ \S.* init shop --config shop\.json --plugins \.\/my-plugin$/mu);
  expect(examples).toContain("--entity 'Note title:String! body:Text tags:Tag[]' --entity 'Tag name:String!'");
});

test('without a command it shows the first steps', async () => {
  const { code, stdout, stderr } = await genlock([], { cwd: temporaryFolder() });
  expect([code, stderr]).toEqual([0, '']);
  for (const command of ['init my-app', 'entity add Post', 'add auth-jwt', 'help']) expect(stdout).toContain(command);
});

describe('an invalid command line', () => {
  test.each([
    ['an unknown command', ['iniit', 'shop'], 'run.js init shop`?'],
    ['help of an unknown command', ['help', 'iniit'], 'run.js init --help`?'],
    ['an unknown command of a topic', ['entity', 'ad', 'Post', 'a:x|y'], "run.js entity add Post 'a:x|y'`?"],
    ['an unknown option of a flag', ['plugin', 'publish', '--access', 'publik'], 'Did you mean --access public?'],
    ['an unknown flag', ['init', 'shop', '--databse', 'file'], 'Did you mean --database?'],
    ['one argument too many', ['init', 'shop', 'stall'], '--help'],
    ['a flag without its value', ['init', 'shop', '--config'], '--help'],
    ['an unknown kind of database', ['init', 'shop', '--database', 'oracle'], 'relational'],
    ['no name, and nobody to ask', ['init'], 'init my-app'],
    ['no name for a plugin, and nobody to ask', ['plugin', 'create'], 'plugin create guestbook'],
  ])('%s: exit 2, one block on standard error', async (_name, args, hint) => {
    const cwd = temporaryFolder();
    const { code, stdout, stderr } = await genlock(args, { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^USAGE /u);
    expect(stderr).toContain(hint);
    expect(stderr).not.toMatch(/^\s+at /mu);
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('with --json the same as data on standard output', async () => {
    const { code, stdout, stderr } = await genlock(['init', '--json', '--nope'], { cwd: temporaryFolder() });
    expect([code, stderr]).toEqual([2, '']);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'USAGE', exit: 2, problems: [{ code: 'USAGE' }] } });
  });

  test('an unknown command is also reported as data', async () => {
    const { code, stdout } = await genlock(['nope', '--json'], { cwd: temporaryFolder() });
    expect([code, JSON.parse(stdout).error.code]).toEqual([2, 'USAGE']);
  });
});

test('a full disk below standard output is not a bug', async (context) => {
  if (!existsSync('/dev/full')) notVerified(context, { reason: 'no /dev/full', remedy: 'run it on Linux' });
  const command = `${JSON.stringify(process.execPath)} ${JSON.stringify(join(repository, 'bin/run.js'))}`;
  const { status, stderr } = spawnSync(`${command} > /dev/full`, { shell: true, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^OUTPUT_FAILED cannot write the output: ENOSPC/u)]);
});

test('a pipe never answers a question', async () => {
  const cwd = temporaryFolder();
  const { code, stdout, stderr } = await genlock(['init'], { cwd, input: 'shop\n\n\n' });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('USAGE');
  expect(readdirSync(cwd)).toEqual([]);
});

describe('a Node that is too old', () => {
  test('can still read bin/run.js', () => {
    const source = read('bin/run.js');
    const asWritten = transformSync(source, { format: 'esm' }).code;
    // esbuild leaves the source unchanged for Node 14, so Node 14 can parse it.
    expect(transformSync(source, { format: 'esm', target: 'node14.18' }).code).toBe(asWritten);
  });

  test('gets the reason in one line', async (context) => {
    const old = oldNode();
    if (old === undefined) {
      notVerified(context, { reason: 'no Node older than 24 on this machine', remedy: 'put Node 20 on PATH' });
    }
    const { code, stdout, stderr } = await run([old, join(repository, 'bin/run.js'), 'init', 'a shop', '--yes'], {
      cwd: temporaryFolder(),
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/needs Node \^24\.15 or >=26 and found v\d+/u);
    const node = join(repository, 'node_modules/.bin/node');
    expect(stderr.trim()).toMatch(new RegExp(`: ${node} ${join(repository, 'bin/run.js')} init 'a shop' --yes$`, 'u'));

    const elsewhere = temporaryFolder();
    cpSync(join(repository, 'bin/run.js'), join(elsewhere, 'run.mjs'));
    const other = await run([old, join(elsewhere, 'run.mjs'), 'sync'], { cwd: elsewhere });
    const command = `npx --ignore-scripts=false -p node@24 node ${join(elsewhere, 'run.mjs')} sync`;
    expect(other.stderr.trim().endsWith(`: ${command}`)).toBe(true);
  });

  test('is what package.json calls too old', () => {
    expect(engines.node).toBe('^24.15.0 || >=26.0.0');
  });
});

/** An environment whose PATH has `genlock` and the Node of the tests. */
function onPath(): { readonly PATH: string } {
  const folder = temporaryFolder();
  symlinkSync(join(repository, 'bin/run.js'), join(folder, 'genlock'));
  symlinkSync(process.execPath, join(folder, 'node'));
  return { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
}

/** Returns the first `node` on PATH, outside this repository, that is older than Node 24. */
function oldNode(): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(repository, 'node_modules')))
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file))
    .find((file) => Number(/v(\d+)/u.exec(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout)?.[1]) < 24);
}
