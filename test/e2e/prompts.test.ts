import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { hasTerminal, openTerminal, type Terminal } from '../support/terminal.ts';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';

function open(context: TestContext, args: readonly string[]): { readonly terminal: Terminal; readonly cwd: string } {
  if (!hasTerminal) notVerified(context, { reason: 'no tmux on this machine', remedy: 'apt-get install tmux' });
  const cwd = temporaryFolder();
  return { terminal: openTerminal(args, { cwd }), cwd };
}

test('Enter takes the defaults: my-app on the embedded database', async (context) => {
  const { terminal, cwd } = open(context, ['init']);
  await terminal.until(/What is the project called\?\n.*my-app/u);
  terminal.press('Enter');
  await terminal.until(/Which database\?\n.*● file/u);
  terminal.press('Enter');
  const screen = await terminal.until(/\[exit \d+\]/u);
  expect(screen).toContain('[exit 0]');
  expect(screen).toContain('Made my-app in ./my-app');
  expect(JSON.parse(readFileSync(join(cwd, 'my-app/genlock.json'), 'utf8'))).toMatchObject({ database: 'file' });
});

test('--yes asks nothing in a terminal either', async (context) => {
  const { terminal, cwd } = open(context, ['init', 'shop', '--yes']);
  const screen = await terminal.until(/\[exit \d+\]/u);
  expect(screen).toContain('[exit 0]');
  expect(screen).not.toContain('Which database?');
  expect(existsSync(join(cwd, 'shop/package.json'))).toBe(true);
});

for (const [name, key, args] of [
  ['Escape', 'Escape', ['init']],
  ['Ctrl-C', 'C-c', ['init']],
  ['Escape at the second question', 'Escape', ['init', 'shop']],
] as const) {
  test(`${name} declines: exit 4 and nothing written`, async (context) => {
    const { terminal, cwd } = open(context, args);
    await terminal.until(/\?\n/u);
    terminal.press(key);
    const screen = await terminal.until(/\[exit \d+\]/u);
    expect(screen).toContain('[exit 4]');
    expect(screen).toContain('DECLINED');
    expect(readdirSync(cwd)).toEqual([]);
  });
}
