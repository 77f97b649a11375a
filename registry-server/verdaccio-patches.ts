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

/**
 * Ends a publication if its archive cannot be written. Otherwise, Verdaccio reports the error but continues: the
 * partial file becomes the archive, and the version is listed.
 */
export function abortFailedUploads({ localStorage }: Storage): void {
  const add = localStorage.addTarball.bind(localStorage);
  localStorage.addTarball = (...given) => {
    const stream = add(...given);
    const emit = stream.emit.bind(stream);
    let isEnded = false;
    stream.emit = (event, ...more) => {
      if (isEnded && (event === 'error' || event === 'success')) return false;
      isEnded ||= event === 'error';
      return emit(event, ...more);
    };
    return stream;
  };
}
