import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

/** Number of output lines kept for the error message. */
const kept = 200;

export interface RunOptions {
  /** Absolute path of the folder to run in. */
  readonly cwd: string;
  /** Complete environment of the program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called for each output line of either stream, without its line end. */
  readonly onLine?: ((line: string) => void) | undefined;
  /** Ends the program when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** The program starts other programs, which must end with it. */
  readonly isGroup?: boolean;
}

/** Result of a program. */
export interface RunResult {
  /** The exit code; `undefined` if a signal ended it. */
  readonly exitCode: number | undefined;
  /** The last lines of both streams. */
  readonly lines: readonly string[];
}

/**
 * Runs a program until it ends, with empty standard input. Uses neither a shell nor Genlock's own PATH.
 *
 * @throws the system's error if the program can't be started; the signal's reason if it is aborted, once the program has
 * ended
 */
export async function run(command: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { cwd, env, onLine, signal } = options;
  signal?.throwIfAborted();
  const detached = options.isGroup === true && process.platform !== 'win32';
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true, detached });
  const end = options.isGroup === true ? groupEnder(child) : (name: EndSignal) => void child.kill(name);
  const release = endWith(child, end, signal);
  const lines: string[] = [];
  const take = (line: string): void => {
    onLine?.(line);
    lines.push(line);
    if (lines.length > kept) lines.shift();
  };
  const ended = new Promise<number | undefined>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? undefined));
    child.once('exit', () => {
      // A descendant of the program may hold the pipes open.
      if (signal?.aborted === true) reject(signal.reason);
    });
  });
  try {
    const [exitCode] = await Promise.all([ended, eachLine(child.stdout, take), eachLine(child.stderr, take)]);
    return { exitCode, lines };
  } finally {
    release();
  }
}

/** Time limit in milliseconds for a program to end after the request. */
const grace = 3000;

type Child = ChildProcessByStdio<null, Readable, Readable>;
type EndSignal = 'SIGTERM' | 'SIGKILL';

/** Returns a function that ends a program and the programs that it has started. */
function groupEnder(child: Child): (name: EndSignal) => void {
  const end = (name: EndSignal): void => {
    if (child.pid === undefined) return;
    if (process.platform === 'win32') return void spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    try {
      process.kill(-child.pid, name);
    } catch {
      // The group has ended.
    }
  };
  // The first program can end before the others.
  child.once('exit', () => end('SIGKILL'));
  return end;
}

/**
 * Ends the program if the signal is aborted or this process exits.
 *
 * @returns a function that removes the listeners
 */
function endWith(child: Child, end: (name: EndSignal) => void, signal: AbortSignal | undefined): () => void {
  let timer: NodeJS.Timeout | undefined;
  const kill = (): void => end('SIGKILL');
  const stop = (): void => {
    end('SIGTERM');
    timer = setTimeout(kill, grace);
  };
  signal?.addEventListener('abort', stop, { once: true });
  process.once('exit', kill);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    process.off('exit', kill);
    child.stdout.destroy();
    child.stderr.destroy();
  };
}

async function eachLine(stream: Readable, take: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) take(line);
}

/** Describes a failed program for a message: its exit code and the most likely error line. */
export function failureText({ exitCode, lines }: RunResult): string {
  const said = lines.map((line) => stripVTControlCharacters(line).trim()).filter((line) => line !== '');
  const reason = said.find((line) => /^\S*error\b/i.test(line)) ?? said.at(-1);
  const end = exitCode === undefined ? 'was stopped by a signal' : `ended with exit code ${exitCode}`;
  return reason === undefined ? end : `${end}: ${reason}`;
}
