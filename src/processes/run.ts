import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

/** Lines kept of what a program said, for the message if it fails. */
const kept = 200;

export interface RunOptions {
  /** Absolute path of the folder to run in. */
  readonly cwd: string;
  /** The whole environment of the program. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes each line the program writes, to either stream, without its line end. */
  readonly onLine?: ((line: string) => void) | undefined;
  /** Ends the program when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** How a program ended. */
export interface RunResult {
  /** The exit code; `undefined` if a signal ended it. */
  readonly exitCode: number | undefined;
  /** The last lines of both streams. */
  readonly lines: readonly string[];
}

/**
 * Runs a program to its end, with nothing on its standard input. Neither a shell nor a PATH of ours is involved.
 *
 * @throws what the system says if the program can't be started or the signal is aborted
 */
export async function run(command: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { cwd, env, onLine, signal } = options;
  const child = spawn(command, args, { cwd, env, signal, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  const lines: string[] = [];
  const take = (line: string): void => {
    onLine?.(line);
    lines.push(line);
    if (lines.length > kept) lines.shift();
  };
  const ended = new Promise<number | undefined>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? undefined));
  });
  const [exitCode] = await Promise.all([ended, eachLine(child.stdout, take), eachLine(child.stderr, take)]);
  return { exitCode, lines };
}

async function eachLine(stream: Readable, take: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) take(line);
}

/** How a failed program ended, for a message: its code and the line that looks most like the reason. */
export function failureText({ exitCode, lines }: RunResult): string {
  const said = lines.map((line) => stripVTControlCharacters(line).trim()).filter((line) => line !== '');
  const reason = said.find((line) => /^\S*error\b/i.test(line)) ?? said.at(-1);
  const end = exitCode === undefined ? 'was stopped by a signal' : `ended with exit code ${exitCode}`;
  return reason === undefined ? end : `${end}: ${reason}`;
}
