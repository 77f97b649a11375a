import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { genlock } from '../support/cli.ts';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { hasTerminal, openTerminal } from '../support/terminal.ts';
import { treeHash } from '../support/tree-hash.ts';

interface Row {
  /** The command, and which of its questions. */
  readonly name: string;
  readonly args: readonly string[];
  /** The variables of a terminal for plain questions. */
  readonly env?: Readonly<Record<string, string>>;
  /** Matches the screen once the question is open. */
  readonly question: RegExp;
  /** Fills the empty folder. */
  readonly prepare?: (cwd: string) => Promise<void>;
  /** Keys that answer the questions before this one, each with the screen it waits for. */
  readonly before?: readonly (readonly [shown: RegExp, ...keys: string[]])[];
  /** The folder the command runs in, from the test's folder. */
  readonly folder?: string;
}

const everyFlag = ['--starter', 'empty', '--database', 'file', '--auth', 'none', '--no-git', '--no-install'];
const unreachable = 'http://127.0.0.1:9/';

const rows: readonly Row[] = [
  { name: 'init: project name', args: ['init'], question: /What is the project called\?/u },
  { name: 'init: starter', args: ['init', 'shop'], question: /What does the project start with\?/u },
  {
    name: 'init: entities',
    args: ['init', 'shop'],
    before: [[/What does the project start with\?/u, 'Up', 'Enter']],
    question: /First entity/u,
  },
  {
    name: 'init: tables',
    args: ['init', 'shop'],
    before: [
      [/What does the project start with\?/u, 'Up', 'Enter'],
      [/First entity/u, 'Post title:String!', 'Enter'],
      [/Entity 2/u, 'Enter'],
    ],
    question: /Use these tables\?/u,
  },
  { name: 'init: database', args: ['init', 'shop', '--starter', 'blog'], question: /Which database\?/u },
  {
    name: 'init: sign-in',
    args: ['init', 'shop', '--starter', 'blog', '--database', 'file'],
    question: /Do users sign in\?/u,
  },
  {
    name: 'init: access',
    args: ['init', 'shop', '--starter', 'blog', '--database', 'file', '--auth', 'jwt'],
    question: /Who can read and write/u,
  },
  {
    name: 'init: git',
    args: ['init', 'shop', '--starter', 'blog', '--database', 'file', '--auth', 'none'],
    question: /Create a git repository/u,
  },
  {
    name: 'init: install',
    args: ['init', 'shop', '--starter', 'blog', '--database', 'file', '--auth', 'none', '--no-git'],
    question: /Install the packages now\?/u,
  },
  {
    name: 'init: overview',
    args: ['init', 'shop', '--starter', 'blog', '--database', 'file', '--auth', 'none', '--no-git'],
    before: [[/Install the packages now\?/u, 'Enter']],
    question: /Write this\?/u,
  },
  {
    name: 'init: plan',
    args: ['init', 'shop', ...everyFlag, '--plugins', 'hello'],
    question: /Write this\?/u,
    prepare: async (cwd) => writePlugin(join(cwd, 'hello')),
  },
  {
    name: 'add: plan',
    args: ['add', '../hello'],
    question: /Write this\?/u,
    folder: 'shop',
    prepare: async (cwd) => {
      writePlugin(join(cwd, 'hello'));
      await makeProject(cwd);
    },
  },
  {
    name: 'sync: plan',
    args: ['sync'],
    question: /Write this\?/u,
    folder: 'shop',
    prepare: async (cwd) => {
      await makeProjectWithPlugin(cwd);
      writePlugin(join(cwd, 'hello'), { route: true });
    },
  },
  {
    name: 'update: plan',
    args: ['update'],
    question: /Write this\?/u,
    folder: 'shop',
    prepare: async (cwd) => {
      await makeProjectWithPlugin(cwd);
      writePlugin(join(cwd, 'hello'), { route: true });
    },
  },
  {
    name: 'apply: plan',
    args: ['apply', '../plan.json'],
    question: /Write this\?/u,
    folder: 'shop',
    prepare: async (cwd) => {
      writePlugin(join(cwd, 'hello'));
      await makeProject(cwd);
      await succeed(['plan', '--add', '../hello', '--out', '../plan.json'], join(cwd, 'shop'));
    },
  },
  {
    name: 'eject: consent',
    args: ['eject'],
    question: /Take the project out of Genlock\?/u,
    folder: 'shop',
    prepare: makeProject,
  },
  {
    name: 'db migrate reset: consent',
    args: ['db', 'migrate', 'reset'],
    question: /Reset the database\?/u,
    folder: 'shop',
    prepare: async (cwd) => {
      await makeProject(cwd);
      pretendInstalled(join(cwd, 'shop'));
    },
  },
  {
    name: 'db push: data loss',
    args: ['db', 'push'],
    question: /Change the database anyway\?/u,
    folder: 'shop',
    prepare: async (cwd) => {
      await makeProject(cwd);
      const root = join(cwd, 'shop');
      pretendInstalled(root);
      const model = join(root, 'prisma/schema/note.prisma');
      writeFileSync(model, 'model Note {\n  id String @id\n}\n');
      await succeed(['db', 'push'], root);
      rmSync(model);
    },
  },
  { name: 'plugin create: name', args: ['plugin', 'create'], question: /What is the plugin called\?/u },
  {
    name: 'plugin publish: consent',
    args: ['plugin', 'publish', 'hello', '--registry', unreachable],
    question: /Publish this\?/u,
    prepare: (cwd) => succeed(['plugin', 'create', 'hello'], cwd),
  },
  {
    name: 'login: user name',
    args: ['login', '--registry', unreachable],
    question: /What is your name at/u,
  },
  {
    name: 'login: password',
    args: ['login', '--registry', unreachable, '--user', 'ada'],
    question: /Your password at/u,
  },
  { name: 'registry user add: password', args: ['registry', 'user', 'add', 'ada'], question: /Password/u },
  {
    name: 'registry user add: repeated password',
    args: ['registry', 'user', 'add', 'ada'],
    before: [[/Password/u, 'correct horse battery', 'Enter']],
    question: /Repeat the password/u,
  },
  { name: 'init, plain questions', args: ['init'], env: { TERM: 'dumb' }, question: /What is the project called\?/u },
  {
    name: 'registry user add, plain questions',
    args: ['registry', 'user', 'add', 'ada'],
    env: { ACCESSIBLE: '1' },
    question: /Password/u,
  },
];

test.for(rows)('Ctrl-C exits with 130 and writes nothing: $name', async (row, context) => {
  if (!hasTerminal) notVerified(context, { reason: 'no tmux on this machine', remedy: 'apt-get install tmux' });
  const cwd = temporaryFolder();
  await row.prepare?.(cwd);
  const before = treeHash(cwd);
  const terminal = openTerminal(row.args, { cwd: join(cwd, row.folder ?? '.'), ...(row.env && { env: row.env }) });
  for (const [shown, ...keys] of row.before ?? []) {
    await terminal.until(shown);
    terminal.press(...keys);
  }
  await terminal.until(row.question);
  terminal.press('C-c');
  const screen = await terminal.until(/\[exit \d+\]/u);
  expect(screen).toContain('[exit 130]');
  expect(screen).toContain('INTERRUPTED');
  expect(treeHash(cwd)).toEqual(before);
  expect(terminal.cursorIsShown()).toBe(true);
});

async function succeed(args: readonly string[], cwd: string): Promise<void> {
  const { code, stderr } = await genlock(args, { cwd });
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

function makeProject(cwd: string): Promise<void> {
  return succeed(['init', 'shop', '--yes'], cwd);
}

function makeProjectWithPlugin(cwd: string): Promise<void> {
  writePlugin(join(cwd, 'hello'));
  return succeed(['init', 'shop', '--yes', '--plugins', 'hello'], cwd);
}

/** The `db` commands require an installed Prisma. They generate the client with it, and these tests do not need one. */
function pretendInstalled(root: string): void {
  const file = join(root, 'node_modules/@prisma/client-generator-ts/package.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{}');
  writeFileSync(join(root, 'scripts/generate.mjs'), '');
}

function writePlugin(folder: string, { route = false }: { readonly route?: boolean } = {}): void {
  mkdirSync(join(folder, 'templates/server/lib'), { recursive: true });
  const identity = { name: 'hello', version: '1.0.0' };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(identity));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...identity, type: 'module' }));
  writeFileSync(join(folder, 'README.md'), '# hello\n');
  writeFileSync(join(folder, 'templates/server/lib/hello.ts'), `export const hello = '${route ? 'more' : 'hello'}';\n`);
  if (route) writeFileSync(join(folder, 'templates/server/lib/more.ts'), 'export const more = [\n  1,\n  2,\n];\n');
  writeFileSync(
    join(folder, 'generator.js'),
    `import { copyTemplates } from 'genlock/sdk';
export default async () => copyTemplates({ source: 'templates', destination: '.' });
`,
  );
}
