/** The worker's ends of the two pipes: one request in, a few lines out. */
import { writeSync } from 'node:fs';
import type { Request } from '../protocol/messages.ts';

/** Writes one line. Synchronous, so nothing is lost when the process ends right after it. */
export function writeLine(line: string): void {
  let rest: Uint8Array = Buffer.from(`${line}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EAGAIN') throw error;
    }
  }
}

/** Reads one line of JSON from the host. When the host goes away, so does this process. */
export function readRequest(): Promise<Request> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    process.stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (chunk.at(-1) !== 0x0a) return;
      const request: Request = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      resolve(request);
    });
    process.stdin.on('end', end);
    process.stdin.on('error', end);
  });
}

/** Ends the process at once, whatever its threads are doing. */
export function end(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}
