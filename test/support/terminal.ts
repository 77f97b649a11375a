import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { repository } from './cli.ts';

/** A program in a real terminal of 80 columns and 40 lines, as a person sees it. */
export interface Terminal {
  /** Presses keys: text, or tmux's names such as `Enter`, `Escape`, `C-c`, `Down`. */
  readonly press: (...keys: readonly string[]) => void;
  /** The screen once it shows something. @throws Error with the screen if it doesn't within a minute, which is long for a program to start and to answer */
  readonly until: (wanted: RegExp) => Promise<string>;
  /** Whether the cursor is visible: a program that ends must not leave it hidden. */
  readonly cursorIsShown: () => boolean;
}

/** Whether this machine has what {@link openTerminal} needs. */
export const hasTerminal = spawnSync('tmux', ['-V']).status === 0;

let opened = 0;

/** Runs the built `genlock` in a terminal of its own; after it the exit code is shown as `[exit 0]`. */
export function openTerminal(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Terminal {
  opened += 1;
  const socket = `genlock-test-${process.pid}-${opened}`;
  const tmux = (...command: readonly string[]) =>
    spawnSync('tmux', ['-L', socket, '-f', '/dev/null', ...command], { encoding: 'utf8' });
  const variables = Object.entries(options.env ?? {}).map(([name, value]) => `${name}=${value}`);
  const words = ['env', ...variables, process.execPath, join(repository, 'bin/run.js'), ...args];
  const command = words.map(quoted).join(' ');
  const { CI: _ci, TMUX: _tmux, ...env } = process.env;
  spawnSync(
    'tmux',
    [
      '-L',
      socket,
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      '-x',
      '80',
      '-y',
      '40',
      '-c',
      options.cwd,
      `${command}; echo "[exit $?]"; sleep 600`,
    ],
    { env },
  );
  onTestFinished(() => void tmux('kill-server'));
  const screen = (): string => tmux('capture-pane', '-p', '-J').stdout;
  return {
    press: (...keys) => void tmux('send-keys', ...keys),
    cursorIsShown: () => tmux('display-message', '-p', '#{cursor_flag}').stdout.trim() === '1',
    until: async (wanted) => {
      for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
        const seen = screen();
        if (wanted.test(seen)) return seen;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`never showed ${String(wanted)}:\n${screen()}`);
    },
  };
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
