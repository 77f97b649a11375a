import { appendFileSync } from 'node:fs';
import type { Storage, Verdaccio } from './verdaccio.ts';

/**
 * Replaces Verdaccio's log stream, so that failed log writes are ignored. Verdaccio's own stream would end the process
 * when the disk is full.
 */
export function outliveLog({ logger }: Storage, { logStream }: Pick<Verdaccio, 'logStream'>, file: string): void {
  logger[logStream] = {
    write: (line: string) => {
      try {
        appendFileSync(file, line, { mode: 0o600 });
      } catch {
        // The error cannot be logged. The registry continues to serve requests.
      }
    },
  };
}
