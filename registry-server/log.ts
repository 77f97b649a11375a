import { appendFileSync } from 'node:fs';
import type { Storage, Verdaccio } from './verdaccio.ts';

/**
 * Has Verdaccio lose what can't be written of its log. Its own stream ends the process over that, and doesn't let it end
 * before there is room.
 */
export function outliveLog({ logger }: Storage, { logStream }: Pick<Verdaccio, 'logStream'>, file: string): void {
  logger[logStream] = {
    write: (line: string) => {
      try {
        appendFileSync(file, line, { mode: 0o600 });
      } catch {
        // There is nowhere else to say so, and answers go on.
      }
    },
  };
}
