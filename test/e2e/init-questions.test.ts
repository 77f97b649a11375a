import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { run } from '../support/cli.ts';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { hasTerminal, openTerminal, type Terminal } from '../support/terminal.ts';
import { treeHash } from '../support/tree-hash.ts';

/** The screen to wait for, then the keys. */
type Turn = readonly [shown: RegExp, ...keys: string[]];

const identity = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

function requireTerminal(context: TestContext): void {
  if (!hasTerminal) notVerified(context, { reason: 'no tmux on this machine', remedy: 'apt-get install tmux' });
}

async function answer(terminal: Terminal, turns: readonly Turn[]): Promise<string> {
  for (const [shown, ...keys] of turns) {
    await terminal.until(shown);
    terminal.press(...keys);
  }
  return terminal.until(/\[exit \d+\]/u);
}

/** The command below a title, its lines joined. */
function commandBelow(title: string, screen: string): string {
  const [, block = ''] = new RegExp(`${title}\\n([^]*?)\\n\\[exit`, 'u').exec(screen) ?? [];
  return block.replaceAll(/\\\n\s+/gu, ' ').trim();
}

// The symbol ◆ marks the question that waits. Answered and cancelled questions stay on the screen.
const answers: readonly Turn[] = [
  [/◆ +What is the project called\?/u, 'shop', 'Enter'],
  [/◆.*start with\?\n.*● Empty/u, 'Down', 'Down', 'Enter'],
  // Back to the starter, then forward with another answer.
  [/◆ +Which database\?/u, 'Escape'],
  [/Which database\?\n│ {2}no answer\n│\n│\n◆.*start with\?\n[^]*● Blog[^]*Describe it[^]*↑/u, 'Down', 'Down', 'Enter'],
  [/◆ +First entity/u, 'Post title:Strng', 'Enter'],
  [/Did you mean\s+title:String\?/u, 'C-u', 'Post title:String! author:User! tags:Tag[]', 'Enter'],
  [/◆ +Entity 2/u, 'Tag name:String!:unique', 'Enter'],
  [/◆ +Entity 3/u, 'Enter'],
  [/Post\n[^]*tags +→ many Tag[^]*◆ +Use these tables\?/u, 'Enter'],
  [/◆ +Which database\?/u, 'Down', 'Enter'],
  [/◆ +Do users sign in\?/u, 'Enter'],
  // The entity User comes with sign-in only.
  [/"User"[^]*◆ +Do users sign in\?\n.*●/u, 'Down', 'Enter'],
  [/◆ +Who can read and write/u, 'Escape'],
  [/◆ +Do users sign in\?\n[^]*● Yes[^]*↑/u, 'Enter'],
  [/◆ +Who can read and write/u, 'Down', 'Enter'],
  [/◆ +Create a git repository/u, 'Enter'],
  [/Files to write[^]*◆ +Write this\?/u, 'Enter'],
];

test('a full run with steps back creates the tree that the replay command creates', async (context) => {
  requireTerminal(context);
  const cwd = temporaryFolder();
  const screen = await answer(openTerminal(['init', '--no-install'], { cwd, env: identity }), answers);
  expect(screen).toContain('[exit 0]');
  const root = join(cwd, 'shop');
  const written: unknown = JSON.parse(readFileSync(join(root, 'genlock.json'), 'utf8'));
  expect(written).toMatchObject({
    name: 'shop',
    database: 'relational',
    access: 'authenticated',
    entities: [{ name: 'Post' }, { name: 'Tag' }],
    plugins: { 'auth-jwt': { enabled: true } },
  });
  const log = await run(['git', 'log', '--format=%s'], { cwd: root });
  expect(log.stdout).toBe('Initial commit\n');
  const status = await run(['git', 'status', '--porcelain'], { cwd: root });
  expect(status.stdout).toBe('');

  const again = temporaryFolder();
  const replay = await run(['sh', '-c', commandBelow('Repeat this setup', screen)], { cwd: again, env: identity });
  expect(replay.code).toBe(0);
  // Secrets are random.
  const skip = ['.git', '.env'];
  expect(treeHash(join(again, 'shop'), skip)).toEqual(treeHash(root, skip));
  expect(readdirSync(join(again, 'shop'))).toContain('.git');
});

test.for(['TERM=dumb', 'ACCESSIBLE=1'])(
  '%s gets plain questions: numbers, no colour, no cursor movement',
  async (variable, context) => {
    requireTerminal(context);
    const cwd = temporaryFolder();
    const [name = '', value = ''] = variable.split('=');
    const terminal = openTerminal(['init', '--no-install', '--no-git'], { cwd, env: { [name]: value } });
    const screen = await answer(terminal, [
      [/called\?.*: $/mu, 'shop', 'Enter'],
      [/start with\?\n +1\. Empty[^]*type back: ?$/mu, '7', 'Enter'],
      [/Answer with a number from 1 to 5\.\n/u, 'blog', 'Enter'],
      [/Which database\?\n[^]*type back: ?$/mu, 'back', 'Enter'],
      [/start with\?[^]*start with\?[^]*Enter for 3/u, '2', 'Enter'],
      [/Which database\?[^]*Which database\?[^]*type back: ?$/mu, 'SQLite: a file, no server', 'Enter'],
      [/Do users sign in\?[^]*type back: ?$/mu, 'Enter'],
      [/Write this\? .*: ?$/mu, 'yes', 'Enter'],
    ]);
    expect(screen).toContain('[exit 0]');
    expect(screen).not.toMatch(/[│◆◇●○]/u);
    expect(JSON.parse(readFileSync(join(cwd, 'shop/genlock.json'), 'utf8'))).toMatchObject({
      database: 'file',
      entities: [{ name: 'Customer' }, { name: 'Product' }, { name: 'Order' }],
    });
  },
);
