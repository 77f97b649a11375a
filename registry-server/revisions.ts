import { randomBytes } from 'node:crypto';
import { onResponseEnd } from './response-end.ts';
import { Refusal } from './refusal.ts';
import type { Response } from './verdaccio.ts';

/**
 * Counts changes to each package while this process runs, in the format of CouchDB's revisions. A change based on an
 * old revision is refused, so that users do not overwrite each other's changes.
 */
export class Revisions {
  readonly #since = randomBytes(16).toString('hex');
  readonly #changes = new Map<string, number>();

  /** Returns the current `_rev` of a package. */
  of(name: string): string {
    return `${(this.#changes.get(name) ?? 0) + 1}-${this.#since}`;
  }

  /** Counts a change to a package. */
  changed(name: string): void {
    this.#changes.set(name, (this.#changes.get(name) ?? 0) + 1);
  }

  /**
   * Counts a change before its response is sent. Responses with a 5xx status count as well, because the package may
   * have changed partly.
   */
  follow(name: string, response: Response): void {
    onResponseEnd(response, () => {
      if (response.statusCode < 400 || response.statusCode >= 500) this.changed(name);
    });
  }

  /**
   * Checks the base revision of a change.
   *
   * @throws Refusal 409 if the revision is not current
   */
  requireCurrent(name: string, base: string): void {
    if (base === this.of(name)) return;
    throw new Refusal(409, `genlock: ${name} was changed meanwhile; check its current state and repeat your change`);
  }
}
