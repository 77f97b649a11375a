/** The worker's ends of the two pipes: one request in, a few lines out. */
import { read, readSync, writeSync } from 'node:fs';
import { endLine } from '../protocol/messages.ts';
import type { Request } from '../protocol/messages.ts';

/** Writes one line. Synchronous, so nothing is lost when the process ends right after it. */
export function writeLine(line: string): void {
  let rest: Uint8Array = Buffer.from(`${line}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
}

/**
 * Reads one line of JSON from the host; this thread waits for it. Plain file reads: `process.stdin` would load Node's
 * networking first, which takes longer than the rest of the start.
 */
export function readRequest(): Request {
  const chunks: Buffer[] = [];
  const chunk = Buffer.allocUnsafe(64 * 1024);
  for (;;) {
    const length = readChunk(chunk);
    if (length === 0) end();
    chunks.push(Buffer.from(chunk.subarray(0, length)));
    if (chunk[length - 1] === newline) return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  }
}

/** When the host goes away, so does this process. */
export function endWithHost(): void {
  read(0, Buffer.allocUnsafe(1), 0, 1, null, end);
}

/**
 * Says that nothing more comes, and waits for the host to end this process: it does so together with the tools of the
 * wall around it, which would leave a dead process behind if this one went first.
 */
export function endByHost(): never {
  writeLine(endLine);
  const chunk = Buffer.allocUnsafe(1);
  while (readChunk(chunk) > 0);
  end();
}

function readChunk(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(0, chunk);
    } catch (error) {
      if (!isBusy(error)) end();
    }
  }
}

const newline = 0x0a;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}

/** Ends the process at once, whatever its threads are doing. */
function end(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}
