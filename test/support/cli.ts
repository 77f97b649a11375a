import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The repository's root. */
export const repository = join(import.meta.dirname, '../..');

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Text on standard input. Empty if absent. */
  readonly input?: string;
  /** SIGKILL after this many milliseconds. */
  readonly killAfter?: number;
  /** SIGKILL once this path exists. */
  readonly killAt?: string;
}

/** Runs the built `genlock` in a process of its own, without a terminal. */
export function genlock(args: readonly string[], options: RunOptions): Promise<Finished> {
  return run([process.execPath, join(repository, 'bin/run.js'), ...args], options);
}

/** Runs any program to its end and collects what it printed. */
export function run([command = '', ...args]: readonly string[], options: RunOptions): Promise<Finished> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...homesOwn(options.env), NO_COLOR: '1', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined).end(options.input ?? '');
  let stdout = '';
  let stderr = '';
  // Letters of several bytes may come in two pieces.
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const timer =
    options.killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), options.killAfter);
  const { killAt } = options;
  const watch = killAt === undefined ? undefined : setInterval(() => existsSync(killAt) && child.kill('SIGKILL'), 1);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      clearInterval(watch);
      resolve({ code, signal, stdout, stderr });
    });
  });
}

/** Another home has files of its own; npm, when it runs the tests, has put the paths of the real one's into the environment. */
function homesOwn(env: RunOptions['env']): NonNullable<RunOptions['env']> {
  return env?.['HOME'] === undefined ? {} : { npm_config_userconfig: undefined, npm_config_globalconfig: undefined };
}
