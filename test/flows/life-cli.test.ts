import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { genlock, repository } from '../support/cli.ts';
import { examplePlugin } from '../support/life.ts';
import { notVerified } from '../support/not-verified.ts';
import { hasTerminal, openTerminal } from '../support/terminal.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const config = join(repository, 'examples/shop/genlock.json');

async function newShop(): Promise<string> {
  const cwd = temporaryFolder();
  expect((await genlock(['init', 'shop', '--config', config, '--yes'], { cwd })).code).toBe(0);
  return join(cwd, 'shop');
}

test('the exit codes of a life', async () => {
  const cwd = await newShop();
  const code = async (...args: readonly string[]) => (await genlock(args, { cwd })).code;
  expect(await code('add', examplePlugin('guestbook'))).toBe(0);
  expect(await code('status')).toBe(0);
  expect(await code('verify', '--strict')).toBe(0);
  expect(await code('list', '--cwd', join(cwd, 'server'))).toBe(0);
  expect(await code('add')).toBe(2);
  expect(await code('resolve', '--continue')).toBe(2);
  expect(await code('remove', 'nothing')).toBe(2);
  appendFileSync(join(cwd, 'client/pages/guestbook/index.tsx'), '// mine\n');
  expect(await code('verify')).toBe(0);
  expect(await code('verify', '--strict')).toBe(7);
  expect(await code('remove', 'guestbook')).toBe(5);
  expect(await code('resolve', '--continue')).toBe(0);
  expect(await code('sync')).toBe(0);
  appendFileSync(join(cwd, '.genlock/baseline.json'), 'x');
  expect(await code('verify')).toBe(7);
  expect(await code('sync')).toBe(0);
  expect(await code('verify')).toBe(0);
});

test('names the files that remove keeps, with the reason and the next step', async () => {
  const cwd = await newShop();
  const page = 'client/pages/guestbook/index.tsx';
  await genlock(['add', examplePlugin('guestbook')], { cwd });
  appendFileSync(join(cwd, page), '// mine\n');
  const { code, stdout } = await genlock(['remove', 'guestbook'], { cwd });
  const screen = stdout.replaceAll(/\s+/gu, ' ');
  expect([code, screen]).toEqual([5, expect.stringContaining(`! ${page}: `)]);
  expect(screen).toContain('resolve --continue');
  expect(readFileSync(join(cwd, page), 'utf8')).toMatch(/\/\/ mine\n$/u);
  expect(existsSync(join(cwd, 'server/routes/guestbook.ts'))).toBe(false);
  const status = await genlock(['status'], { cwd });
  expect(status.stdout).toContain('resolve --continue');
  expect((await genlock(['resolve', '--continue', '--yes'], { cwd })).code).toBe(2);
  expect((await genlock(['resolve', '--continue'], { cwd })).code).toBe(0);
  expect((await genlock(['sync'], { cwd })).code).toBe(0);
  expect(readFileSync(join(cwd, page), 'utf8')).toMatch(/\/\/ mine\n$/u);
});

test('exit codes of refusals', async () => {
  const cwd = await newShop();
  const plugin = join(cwd, '../tries');
  cpSync(examplePlugin('guestbook'), plugin, { recursive: true });
  await genlock(['add', plugin], { cwd });
  const before = [...treeHash(cwd)];
  const code = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    (await genlock(args, { cwd, env })).code;

  expect([await code(['eject']), await code(['eject', '--yes', '--dry-run'])]).toEqual([4, 0]);

  const policy = join(cwd, '../policy.json');
  writeFileSync(policy, '{ "version": 1, "expires": "2020-01-01T00:00:00Z" }\n');
  for (const command of ['sync', 'update', 'upgrade', 'plan']) {
    expect([command, await code([command], { GENLOCK_POLICY: policy })]).toEqual([command, 3]);
  }
  expect(await code(['verify', '--rerun'], { GENLOCK_POLICY: policy })).toBe(3);
  expect(await code(['verify'], { GENLOCK_POLICY: policy })).toBe(0);

  // Breaking an array method that every command needs causes an internal error.
  const broken = 'data:text/javascript,Array.prototype.toSorted=function(){throw(new(TypeError)(1))}';
  for (const command of ['list', 'status', 'verify', 'sync', 'eject']) {
    const args = command === 'eject' ? ['eject', '--yes'] : [command];
    expect([command, await code(args, { NODE_OPTIONS: `--import=${broken}` })]).toEqual([command, 70]);
  }

  const generator = readFileSync(join(plugin, 'generator.js'), 'utf8');
  writeFileSync(join(plugin, 'generator.js'), `for (;;) {}\n${generator}`);
  expect(await code(['update'])).toBe(6);
  expect(await code(['verify', '--rerun'])).toBe(7);
  expect([...treeHash(cwd)]).toEqual(before);
});

test('a result as data has the same shape, dry or done', async () => {
  const cwd = await newShop();
  const json = async (...args: readonly string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await genlock([...args, '--json'], { cwd })).stdout);
  const dry = await json('add', examplePlugin('page-views'), '--dry-run');
  const done = await json('add', examplePlugin('page-views'));
  expect({ ...dry, status: 'changed' }).toEqual(done);
  expect(Object.keys(done).toSorted()).toEqual(
    ['healed', 'left', 'merged', 'models', 'moved', 'plan', 'plugins', 'project', 'repaired', 'status', 'steps', 'warnings'], // prettier-ignore
  );
  expect(await json('remove', 'auth-jwt')).toMatchObject({ error: { code: 'PLUGIN_NOT_INSTALLED', exit: 2 } });
});

/** Paths that exist at different moments of the transaction, in order. */
const moments = [
  '.genlock/lock',
  '.genlock/journal',
  '.genlock/journal/committed.json',
  'client/components/GreetingProvider.tsx',
  'server/routes/guestbook.ts',
  'test/server/routes/guestbook.test.ts',
  '.genlock/journal.done',
];

test('SIGKILL while add writes: the next command of any kind leaves it done or not begun', async () => {
  const add = ['add', examplePlugin('guestbook')];
  const cwd = await newShop();
  const before = [...treeHash(cwd)];
  expect((await genlock(add, { cwd })).code).toBe(0);
  const after = [...treeHash(cwd)];
  const seen = { before: 0, after: 0, killed: 0, healed: 0 };
  for (const moment of moments) {
    expect((await genlock(['remove', 'guestbook'], { cwd })).code).toBe(0);
    expect([...treeHash(cwd)]).toEqual(before);
    const { signal } = await genlock(add, { cwd, killAt: join(cwd, moment) });
    if (signal !== null) seen.killed += 1;
    const { stdout } = await genlock(['status', '--json'], { cwd });
    if (JSON.parse(stdout).healed !== 'none') seen.healed += 1;
    const isDone = existsSync(join(cwd, 'server/routes/guestbook.ts'));
    seen[isDone ? 'after' : 'before'] += 1;
    expect([...treeHash(cwd)]).toEqual(isDone ? after : before);
    if (!isDone) await genlock(add, { cwd });
  }
  process.stdout.write(`add killed while it writes: ${JSON.stringify(seen)}\n`);
  expect(seen.healed).toBeGreaterThan(0);
});

test('at a terminal the plan is shown, and no is the default', async (context) => {
  if (!hasTerminal) notVerified(context, { reason: 'no tmux', remedy: 'apt-get install tmux' });
  const cwd = await newShop();
  const before = [...treeHash(cwd)];
  const no = openTerminal(['add', examplePlugin('guestbook')], { cwd });
  const question = await no.until(/Write this\?/u);
  expect(question).toMatch(/Unprotected +GET POST \/api\/guestbook/u);
  no.press('Enter');
  expect(await no.until(/\[exit \d+\]/u)).toContain('[exit 4]');
  expect([...treeHash(cwd)]).toEqual(before);
  const yes = openTerminal(['add', examplePlugin('guestbook')], { cwd });
  await yes.until(/Write this\?/u);
  yes.press('y');
  expect(await yes.until(/\[exit \d+\]/u)).toContain('[exit 0]');
  expect(existsSync(join(cwd, 'server/routes/guestbook.ts'))).toBe(true);
});

test('a genlock.json that is broken stops every command with its place', async () => {
  const cwd = await newShop();
  writeFileSync(join(cwd, 'genlock.json'), '{\n  "name": "shop",\n  "entitys": []\n}\n');
  for (const command of ['sync', 'list', 'verify', 'plan']) {
    const { code, stdout } = await genlock([command, '--json'], { cwd });
    expect([command, code, JSON.parse(stdout)]).toMatchObject([
      command,
      1,
      { error: { code: 'CONFIG_KEY_UNKNOWN', problems: [{ file: 'genlock.json', line: 3 }] } },
    ]);
  }
});
