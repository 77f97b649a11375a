import { onResponseEnd } from './response-end.ts';
import type { Response } from './verdaccio.ts';

/** Runs writes to the same package one after another. Writes to different packages run in parallel. */
export class PackageQueue {
  /** Package → the last waiting or running write. */
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Runs a write after all earlier writes are answered. Skips the write if the client has disconnected.
   *
   * @param write must send the response eventually
   */
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
