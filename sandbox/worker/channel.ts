/** The worker's input and output: reads one request and writes a few lines. */
import { read, readSync, writeSync } from 'node:fs';
import { endLine } from '../protocol/messages.ts';
import type { Request } from '../protocol/messages.ts';

/** Writes one line synchronously, so that no output is lost if the process ends afterwards. */
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
 * Reads one line of JSON from the host and blocks this thread. Uses plain file reads, because `process.stdin` would
 * load Node's networking modules, which is slow.
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

/** Ends this process when the host ends. */
export function endWithHost(): void {
  read(0, Buffer.allocUnsafe(1), 0, 1, null, end);
}

/**
 * Writes the end line and waits until the host ends this process. The host also ends the isolation tools, which would
 * leave a zombie process if this process ended first.
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

/** Ends the process immediately, regardless of its threads. */
function end(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}
