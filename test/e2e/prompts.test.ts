import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { hasTerminal, openTerminal, type Terminal } from '../support/terminal.ts';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface Opened {
  readonly terminal: Terminal;
  readonly cwd: string;
}

function open(context: TestContext, args: readonly string[], prepare?: (cwd: string) => void): Opened {
  if (!hasTerminal) notVerified(context, { reason: 'no tmux on this machine', remedy: 'apt-get install tmux' });
  const cwd = temporaryFolder();
  prepare?.(cwd);
  return { terminal: openTerminal(args, { cwd }), cwd };
}

test('Enter takes the defaults: my-app without entities, on SQLite, in a git repository', async (context) => {
  const { terminal, cwd } = open(context, ['init', '--no-install']);
  for (const question of [
    /What is the project called\?\n.*my-app/u,
    /What does the project start with\?\n.*● Empty/u,
    /Which database\?\n.*● SQLite/u,
    /Do users sign in\?\n.*● No/u,
    /Create a git repository with a first commit\?\n.*● Yes/u,
    /Write this\?/u,
  ]) {
    await terminal.until(question);
    expect(readdirSync(cwd)).toEqual([]);
    terminal.press('Enter');
  }
  const screen = await terminal.until(/\[exit \d+\]/u);
  expect(screen).toContain('[exit 0]');
  expect(screen).toMatch(/^ +npm install/mu);
  expect(screen).not.toContain('Defaults');
  expect(readdirSync(join(cwd, 'my-app'))).toContain('.git');
  const written: unknown = JSON.parse(readFileSync(join(cwd, 'my-app/genlock.json'), 'utf8'));
  expect(written).toMatchObject({ database: 'file', entities: [], plugins: {} });
});

test('--yes asks nothing in a terminal either', async (context) => {
  const { terminal, cwd } = open(context, ['init', 'shop', '--yes']);
  const screen = await terminal.until(/\[exit \d+\]/u);
  expect(screen).toContain('[exit 0]');
  expect(screen).not.toMatch(/Which database\?|Run .* now\?/u);
  expect(existsSync(join(cwd, 'shop/package.json'))).toBe(true);
});

test('Ctrl-C at the question about installing keeps the change and exits with 130', async (context) => {
  const { terminal: first, cwd } = open(context, ['init', 'shop', '--yes']);
  await first.until(/\[exit 0\]/u);
  const terminal = openTerminal(['add', 'auth-jwt'], { cwd: join(cwd, 'shop') });
  await terminal.until(/Write this\?/u);
  terminal.press('y');
  await terminal.until(/Run `npm install` now\?/u);
  terminal.press('C-c');
  const screen = await terminal.until(/\[exit \d+\]/u);
  expect(screen).toContain('[exit 130]');
  expect(screen).toMatch(/Run `npm install` now\?\n│ {2}no answer\n│\n/u);
  expect(screen).toMatch(/^ +npm install/mu);
  expect(existsSync(join(cwd, 'shop/server/lib/auth'))).toBe(true);
  expect(existsSync(join(cwd, 'shop/node_modules'))).toBe(false);
});

async function shop(context: TestContext): Promise<string> {
  const { terminal, cwd } = open(context, ['init', 'shop', '--starter', 'shop', '--yes']);
  await terminal.until(/\[exit 0\]/u);
  return join(cwd, 'shop');
}

const configurationOf = (root: string): unknown => JSON.parse(readFileSync(join(root, 'genlock.json'), 'utf8'));

describe('adding sign-in to a project without access rules', () => {
  test('asks for the default access and writes the answer with the plugin', async (context) => {
    const root = await shop(context);
    const terminal = openTerminal(['add', 'auth-jwt', '--no-install'], { cwd: root });
    const question = await terminal.until(/● Everyone reads, signed-in users write/u);
    expect(question).toContain('Anyone can create, change and delete Customer, Product and Order.');
    terminal.press('Enter');
    await terminal.until(/Write this\?/u);
    expect(configurationOf(root)).not.toHaveProperty('access');
    terminal.press('y');
    const screen = await terminal.until(/\[exit \d+\]/u);
    expect(screen).toMatch(/\[exit 0\]/u);
    expect(screen).not.toContain('! Anyone can');
    expect(configurationOf(root)).toMatchObject({ access: { read: 'public', write: 'authenticated' } });
  });

  test('Esc at the question writes nothing', async (context) => {
    const root = await shop(context);
    const terminal = openTerminal(['add', 'auth-jwt', '--no-install'], { cwd: root });
    await terminal.until(/● Everyone reads, signed-in users write/u);
    terminal.press('Escape');
    expect(await terminal.until(/\[exit \d+\]/u)).toContain('[exit 4]');
    expect(configurationOf(root)).not.toHaveProperty('access');
    expect(existsSync(join(root, 'server/lib/auth'))).toBe(false);
  });

  test('--yes names the open entities and a command that closes them', async (context) => {
    const root = await shop(context);
    const added = openTerminal(['add', 'auth-jwt', '--yes'], { cwd: root });
    const screen = await added.until(/\[exit 0\]/u);
    expect(screen).toMatch(/Next[^]*! Anyone can create, change and delete Customer, Product and Order\./u);
    expect(screen).toMatch(/sync[\s\\]+--access public:authenticated/u);
    const closed = openTerminal(['sync', '--access', 'public:authenticated', '--yes'], { cwd: root });
    expect(await closed.until(/\[exit \d+\]/u)).toContain('[exit 0]');
    const status = openTerminal(['status'], { cwd: root });
    expect(await status.until(/\[exit 0\]/u)).not.toContain('Anyone can');
  });
});

const everyFlag = ['--starter', 'empty', '--database', 'file', '--auth', 'none', '--no-git', '--no-install'];

test('skips the prompts if every answer has a flag', async (context) => {
  const { terminal } = open(context, ['init', 'shop', ...everyFlag]);
  const screen = await terminal.until(/\[exit \d+\]/u);
  expect(screen).toContain('[exit 0]');
  expect(screen).not.toContain('?');
});

const withHello = ['init', 'shop', ...everyFlag, '--plugins', 'hello'];

describe('a plugin that is not bundled', () => {
  test('is agreed to, after its files were shown', async (context) => {
    const { terminal, cwd } = open(context, withHello, (folder) => writePlugin(join(folder, 'hello')));
    const question = await terminal.until(/Write this\?/u);
    expect(question).toContain('+ server/lib/hello.ts  hello');
    expect(existsSync(join(cwd, 'shop'))).toBe(false);
    terminal.press('y');
    const screen = await terminal.until(/\[exit \d+\]/u);
    expect(screen).toContain('[exit 0]');
    expect(readFileSync(join(cwd, 'shop/server/lib/hello.ts'), 'utf8')).toBe("export const hello = 'shop';\n");
  });

  test('shows every line before the decision when requested', async (context) => {
    const { terminal, cwd } = open(context, withHello, (folder) => writePlugin(join(folder, 'hello')));
    await terminal.until(/Write this\?/u);
    terminal.press('d');
    // The last file of a new project; the question comes again below it.
    await terminal.until(/\n\+\S[^]*Write this\?/u);
    expect(existsSync(join(cwd, 'shop'))).toBe(false);
    terminal.press('n');
    expect(await terminal.until(/\[exit \d+\]/u)).toContain('[exit 4]');
    expect(existsSync(join(cwd, 'shop'))).toBe(false);
  });

  test('is declined by Enter: exit 4 and nothing written', async (context) => {
    const { terminal, cwd } = open(context, withHello, (folder) => writePlugin(join(folder, 'hello')));
    await terminal.until(/Write this\?/u);
    terminal.press('Enter');
    const screen = await terminal.until(/\[exit \d+\]/u);
    expect(screen).toContain('[exit 4]');
    expect(screen).toMatch(/Write this\?\s+│ +no$/mu);
    expect(existsSync(join(cwd, 'shop'))).toBe(false);
  });
});

const withoutSignIn = async (context: TestContext): Promise<string> => {
  const { terminal, cwd } = open(context, ['init', 'shop', ...everyFlag]);
  expect(await terminal.until(/\[exit \d+\]/u)).toContain('[exit 0]');
  return join(cwd, 'shop');
};
const add = (cwd: string, ...more: readonly string[]) =>
  openTerminal(['add', 'auth-jwt', '--no-install', ...more], { cwd });

describe('a bundled plugin', () => {
  test('shows a summary that fits 24 lines, and Enter writes the plan', async (context) => {
    const root = await withoutSignIn(context);
    const terminal = add(root);
    const question = await terminal.until(/Write this\?[^]*diff/u);
    expect(question).toMatch(/\+ auth-jwt [^]*Routes +\d+ below \/api\/admin: \d+ admin; \d+ below \/api\/auth:/u);
    expect(question).not.toContain('client/hooks/useAuth.ts');
    expect(question.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    expect(existsSync(join(root, 'client/hooks/useAuth.ts'))).toBe(false);
    terminal.press('Enter');
    const screen = await terminal.until(/\[exit \d+\]/u);
    expect(screen).toContain('[exit 0]');
    // The summary is not printed again.
    expect(screen.split('below /api/auth')).toHaveLength(2);
    expect(existsSync(join(root, 'client/hooks/useAuth.ts'))).toBe(true);
  });

  test.for([
    ['n', 'n'],
    ['Esc', 'Escape'],
  ] as const)('is declined by %s: exit 4 and nothing written', async ([, key], context) => {
    const args = ['init', 'shop', '--database', 'file', '--config', 'sign-in.json', '--no-git', '--no-install'];
    const { terminal, cwd } = open(context, args, writeSignIn);
    await terminal.until(/Write this\?[^]*diff/u);
    terminal.press(key);
    expect(await terminal.until(/\[exit \d+\]/u)).toContain('[exit 4]');
    expect(existsSync(join(cwd, 'shop'))).toBe(false);
  });

  test('shows the diff on request, then repeats the question', async (context) => {
    const root = await withoutSignIn(context);
    const terminal = add(root);
    // The summary has no line of code; only the diff does.
    const addedCode = /^\+.*;$[^]*Write this\?[^]*diff/mu;
    expect(await terminal.until(/Write this\?[^]*diff/u)).not.toMatch(addedCode);
    terminal.press('d');
    await terminal.until(addedCode);
    terminal.press('y');
    expect(await terminal.until(/\[exit \d+\]/u)).toContain('[exit 0]');
  });

  test('is written without a question with --yes', async (context) => {
    const root = await withoutSignIn(context);
    const screen = await add(root, '--yes').until(/\[exit \d+\]/u);
    expect(screen).toContain('[exit 0]');
    expect(screen).not.toContain('Write this?');
  });
});

/** A configuration with the bundled sign-in plugin. */
function writeSignIn(folder: string): void {
  const configuration = { database: 'file', entities: [], plugins: { 'auth-jwt': {} } };
  writeFileSync(join(folder, 'sign-in.json'), JSON.stringify(configuration));
}

function writePlugin(folder: string): void {
  mkdirSync(join(folder, 'templates/server/lib'), { recursive: true });
  const identity = { name: 'hello', version: '1.0.0' };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(identity));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...identity, type: 'module' }));
  writeFileSync(join(folder, 'README.md'), '# hello\n');
  writeFileSync(join(folder, 'templates/server/lib/hello.ts'), "export const hello = '{{project.name}}';\n");
  writeFileSync(
    join(folder, 'generator.js'),
    `import { copyTemplates } from 'genlock/sdk';
export default async () => copyTemplates({ source: 'templates', destination: '.' });
`,
  );
}

for (const [name, args] of [
  ['project name', ['init']],
  ['starter', ['init', 'shop']],
] as const) {
  test(`Escape at the first question declines: ${name}, exit 4 and nothing written`, async (context) => {
    const { terminal, cwd } = open(context, args);
    await terminal.until(/\?\n/u);
    terminal.press('Escape');
    const screen = await terminal.until(/\[exit \d+\]/u);
    expect(screen).toContain('[exit 4]');
    expect(screen).toContain('DECLINED');
    expect(readdirSync(cwd)).toEqual([]);
  });
}

test('a new account needs the same password twice', async (context) => {
  const add = ['registry', 'user', 'add', 'ada'];
  const { terminal, cwd } = open(context, add);
  await terminal.until(/Password/u);
  terminal.press('correct horse battery', 'Enter');
  await terminal.until(/Repeat the password/u);
  terminal.press('correct horse batterz', 'Enter');
  expect(await terminal.until(/\[exit \d+\]/u)).toMatch(/passwords differ[^]*\[exit 2\]/u);
  expect(existsSync(join(cwd, 'registry/users.htpasswd'))).toBe(false);
  const again = openTerminal(add, { cwd });
  await again.until(/Password/u);
  again.press('correct horse battery', 'Enter');
  await again.until(/Repeat the password/u);
  again.press('correct horse battery', 'Enter');
  expect(await again.until(/\[exit \d+\]/u)).toContain('[exit 0]');
});
