import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { notVerified } from '../support/not-verified.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { hasTerminal, openTerminal } from '../support/terminal.ts';

/** `init --install` in a terminal, with a package manager that runs until it is ended. */
function installing(context: TestContext, variables: Readonly<Record<string, string>> = {}) {
  if (!hasTerminal) notVerified(context, { reason: 'no tmux on this machine', remedy: 'apt-get install tmux' });
  const [cwd, bin] = [temporaryFolder(), temporaryFolder()];
  const script = '#!/bin/sh\necho $$ > "$0.pid"\nwhile :; do sleep 0.1; done\n';
  writeFileSync(join(bin, 'npm'), script, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, ...variables };
  const terminal = openTerminal(['init', 'shop', '--database', 'file', '--yes', '--install'], { cwd, env });
  return { terminal, cwd, pid: () => Number(readFileSync(join(bin, 'npm.pid'), 'utf8')) };
}

test('a long step shows its name and its elapsed time; Ctrl-C shows the remaining commands', async (context) => {
  const { terminal, cwd, pid } = installing(context);
  await terminal.until(/^… Installing packages with npm \([1-9]\d* s\)$/mu);
  expect(existsSync(join(cwd, 'shop/package.json'))).toBe(true);
  terminal.press('C-c');
  const screen = await terminal.until(/\[exit \d+\]/u);
  expect(screen).toContain('[exit 130]');
  expect(screen).toMatch(/Stopped by Ctrl-C during the installation[^]*Next\n[^]* npm install\n[^]* npm run dev\n/u);
  // The status line is gone.
  expect(screen).not.toContain('…');
  expect(() => process.kill(pid(), 0)).toThrow(/ESRCH/u);
});

test('a terminal without cursor control gets a plain line', async (context) => {
  const { terminal } = installing(context, { TERM: 'dumb' });
  await terminal.until(/^Installing packages with npm\.\.\.$/mu);
  terminal.press('C-c');
  expect(await terminal.until(/\[exit \d+\]/u)).toContain('[exit 130]');
});
