import type { Storage } from './verdaccio.ts';

/**
 * Has a publication end where its archive can't be written. Verdaccio says so, and then goes on with what there is: it gives
 * that the name of the archive, and lists the version.
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
