/** A plugin in plain Node: no isolate, no limits but the end of this test's patience. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface PlainRun {
  /** Whether the generator ended by itself with success. */
  readonly isDone: boolean;
  /** Result of the generator, serialised by the plugin itself. */
  readonly line: string;
  readonly log: readonly string[];
  /** Number of accepted calls. */
  readonly operations: number;
  /** A naive merge of the result polluted every object. */
  readonly isPolluted: boolean;
  /** Thrown error with its stack. */
  readonly thrown: string | undefined;
  /** Complete, unparsed output. */
  readonly output: string;
}

/** For what ends by itself; a machine with much else to do takes seconds to start a process. */
const patienceMs = 20_000;

/** For what may never end: long enough for plain Node to be at it. */
export const shortPatienceMs = 500;

/** Imports and calls the generator of a plugin's folder. Its memory and time are bounded only so that this ends. */
export function inPlainNode(folder: string, timeout = patienceMs): Promise<PlainRun> {
  const program = join(import.meta.dirname, 'plain/run.mjs');
  const args = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=192', program];
  const child = spawn(process.execPath, [...args, join(folder, 'generator.js')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], GENLOCK_CANARY: 'a secret of the environment' },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout,
    killSignal: 'SIGKILL',
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(readRun(Buffer.concat(chunks).toString())));
  });
}

function readRun(output: string): PlainRun {
  const nothing = { line: '', log: [], operations: 0, isPolluted: false, thrown: undefined };
  try {
    return { ...nothing, ...(JSON.parse(output) as object), isDone: true, output };
  } catch {
    return { ...nothing, isDone: false, output };
  }
}
