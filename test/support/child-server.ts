/** Waits for servers in child processes, and ends them. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Returns whether a process on this machine accepts connections to a port. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Waits until a server listens on a port. @throws Error if its process ends before */
export async function untilListening(port: number, child: ChildProcess): Promise<void> {
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    await wait(20);
  }
}

/**
 * Waits until a server of a generated project is ready.
 *
 * @param output returns the output of the process so far
 * @throws Error if its process ends before, or after five minutes without an answer
 */
export async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 6000; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended:\n${output()}`);
    const ready = await fetch(`${url}/readyz`).catch(() => undefined);
    if (ready?.ok === true) return;
    await wait(50);
  }
  throw new Error(`nothing answers at ${url}`);
}

/** Sends a signal to a process and waits for its end. Returns the exit code, `null` after a signal. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
  return child.exitCode;
}
