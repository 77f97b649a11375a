import { onResponseEnd } from './answered.ts';
import type { Response } from './verdaccio.ts';

/** Lets one write after the other at a package; writes at different ones don't wait for each other. */
export class PackageQueue {
  /** Package → the last write that waits or is under way. */
  readonly #last = new Map<string, Promise<void>>();

  /** Writes when those before are answered. Whoever has gone by then is passed over. @param write answers, at some time */
  async take(name: string, response: Response, write: () => void): Promise<void> {
    const before = this.#last.get(name);
    const turn = async (): Promise<void> => {
      await before;
      if (response.closed) return;
      const answered = new Promise<void>((resolve) => onResponseEnd(response, resolve));
      write();
      await answered;
    };
    const last = turn();
    this.#last.set(name, last);
    await last;
    if (this.#last.get(name) === last) this.#last.delete(name);
  }
}
