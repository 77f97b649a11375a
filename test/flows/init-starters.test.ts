import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../src/config/config.ts';
import { starters } from '../../src/engine/starters.ts';
import { initProject, type InitRequest } from '../../src/flows/project/init.ts';
import { genlock, run } from '../support/cli.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const requestAt = (cwd: string): InitRequest => ({
  cwd,
  root: join(cwd, 'app'),
  plugins: [],
  yes: true,
  dryRun: false,
  install: false,
});

describe('every starter makes a project on every kind of database', () => {
  const cases = starters.flatMap((starter) => databaseKinds.map((database) => ({ starter, database })));
  // With sign-in, a starter has access rules.
  const choices = cases.map((each) => ({ ...each, signIn: each.database === 'file' ? 'none' : 'jwt' }) as const);
  test.for(choices)('$starter on $database, sign-in: $signIn', async ({ starter, database, signIn }) => {
    const access = signIn === 'jwt' ? ({ read: 'public', write: 'authenticated' } as const) : ('public' as const);
    const beginning = { starter, signIn, access };
    const request = { ...requestAt(temporaryFolder()), database, beginning, dryRun: true };
    const { status, summary } = await initProject(request, quietPorts);
    expect(status).toBe('planned');
    expect(summary.entities.length > 0).toBe(starter !== 'empty');
  });
});

test('an empty name is missing, and is not the current folder', async () => {
  const cwd = temporaryFolder();
  const { code, stderr } = await genlock(['init', '', '--yes'], { cwd });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('The name of the project is missing.') });
  expect(readdirSync(cwd)).toEqual([]);
});

describe('flags that describe a new configuration', () => {
  test.for([
    ['--starter', 'blog'],
    ['--entity', 'Post title:String'],
    ['--auth', 'jwt'],
    ['--access', 'public'],
  ])('refuses %s with --config, with a genlock.json and in a project', async (flags) => {
    const cwd = temporaryFolder();
    expect((await genlock(['init', 'shop', '--starter', 'shop', '--yes'], { cwd })).code).toBe(0);
    const before = treeHash(cwd);
    const inProject = await genlock(['init', 'shop', ...flags], { cwd });
    expect(inProject).toMatchObject({ code: 2, stderr: expect.stringContaining('USAGE') });
    const withConfig = await genlock(['init', 'other', '--config', 'shop/genlock.json', ...flags], { cwd });
    expect(withConfig.code).toBe(2);
    const near = await genlock(['init', 'other', ...flags], { cwd: join(cwd, 'shop') });
    expect(near).toMatchObject({ code: 2, stderr: expect.stringContaining('USAGE') });
    expect(treeHash(cwd)).toEqual(before);
  });
});

describe('without a terminal', () => {
  test('reports the defaults that were used, with their flags', async () => {
    const cwd = temporaryFolder();
    const { stdout } = await genlock(['init', 'shop', '--database', 'sqlite', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      defaults: ['--starter empty', '--auth none', '--no-git', '--no-install'],
    });
    expect(readdirSync(join(cwd, 'shop'))).not.toContain('.git');
  });

  test('reports no default of the configuration if there is one', async () => {
    const cwd = temporaryFolder();
    await genlock(['init', 'shop', '--starter', 'shop', '--yes'], { cwd });
    const { stdout } = await genlock(['init', 'other', '--config', 'shop/genlock.json', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ defaults: ['--no-git', '--no-install'] });
  });

  test('reports no default if every choice has a flag', async () => {
    const flags = ['--starter', 'empty', '--database', 'file', '--auth', 'none', '--no-git', '--no-install'];
    const { stdout } = await genlock(['init', 'shop', ...flags, '--json'], { cwd: temporaryFolder() });
    expect(JSON.parse(stdout)).not.toHaveProperty('defaults');
  });
});

const identity = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

const initWithGit = async (cwd: string, env: Readonly<Record<string, string>>): Promise<Record<string, unknown>> => {
  const { stdout } = await genlock(['init', 'shop', '--git', '--yes', '--json'], { cwd, env });
  return JSON.parse(stdout) as Record<string, unknown>;
};

describe('--git', () => {
  test('commits every file that is not ignored', async () => {
    const cwd = temporaryFolder();
    expect(await initWithGit(cwd, identity)).toMatchObject({ repository: 'committed' });
    const files = await run(['git', 'ls-files'], { cwd: join(cwd, 'shop') });
    expect(files.stdout).toContain('genlock.json\n');
    expect(files.stdout.split('\n')).not.toContain('.env');
  });

  test('leaves the first commit to the user if git has no identity', async () => {
    const cwd = temporaryFolder();
    const nobody = { HOME: temporaryFolder(), GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_COUNT: '1' };
    const env = { ...nobody, GIT_CONFIG_KEY_0: 'user.useConfigOnly', GIT_CONFIG_VALUE_0: 'true' };
    const { repository, steps } = await initWithGit(cwd, env);
    expect(repository).toBe('initialized');
    expect(steps).toContainEqual(expect.objectContaining({ command: expect.stringContaining('git -C shop commit') }));
  });

  test('creates no repository inside another one', async () => {
    const cwd = temporaryFolder();
    await run(['git', 'init', '--quiet'], { cwd });
    expect(await initWithGit(cwd, identity)).toMatchObject({ repository: 'present' });
    expect(readdirSync(join(cwd, 'shop'))).not.toContain('.git');
  });

  test('is refused if git is missing, and nothing is written', async () => {
    const cwd = temporaryFolder();
    const { code, stderr } = await genlock(['init', 'shop', '--git', '--yes'], {
      cwd,
      env: { PATH: temporaryFolder() },
    });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('USAGE') });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe('the package manager', () => {
  const started = { npm_config_user_agent: 'pnpm/10.1.0 npm/? node/v24.21.0' };

  test.each([
    ['was chosen', ['--package-manager', 'pnpm'], {}],
    ['started the command', [], started],
  ])('is recorded, and the next steps use it, if it %s', async (_, flags, env) => {
    const cwd = temporaryFolder();
    const { stdout } = await genlock(['init', 'shop', ...flags, '--yes', '--json'], { cwd, env });
    const { steps, replay } = JSON.parse(stdout) as { steps: { command: string }[]; replay: string };
    expect(steps.map(({ command }) => command)).toContain('pnpm install');
    expect(replay).toContain('--package-manager pnpm');
    expect(readConfigOf(cwd)).toMatchObject({ packageManager: 'pnpm' });
  });

  test('is the package manager of a configuration, not the program that started the command', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'shop.json'), '{ "packageManager": "bun" }\n');
    const args = ['init', 'shop', '--config', 'shop.json', '--yes', '--json'];
    const { stdout } = await genlock(args, { cwd, env: started });
    const { steps } = JSON.parse(stdout) as { steps: { command: string }[] };
    expect(steps.map(({ command }) => command)).toContain('bun install');
    expect(readConfigOf(cwd)).toMatchObject({ packageManager: 'bun' });
  });

  test('is not recorded for npm', async () => {
    const cwd = temporaryFolder();
    await genlock(['init', 'shop', '--yes', '--json'], { cwd, env: { npm_config_user_agent: 'npm/11.0.0' } });
    expect(readConfigOf(cwd)).not.toHaveProperty('packageManager');
  });
});

function readConfigOf(cwd: string): unknown {
  return JSON.parse(readFileSync(join(cwd, 'shop/genlock.json'), 'utf8'));
}
