import type { Storage } from './verdaccio.ts';

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
