import { randomBytes } from 'node:crypto';
import { onResponseEnd } from './answered.ts';
import { Refusal } from './refusal.ts';
import type { Response } from './verdaccio.ts';

/**
 * How often each package was changed while this process serves, in the form of CouchDB's revisions: whoever changes what
 * somebody else changed meanwhile is told so, and takes nothing of it back unawares.
 */
export class Revisions {
  readonly #since = randomBytes(16).toString('hex');
  readonly #changes = new Map<string, number>();

  /** What a packument that is read from now on says as `_rev`. */
  of(name: string): string {
    return `${(this.#changes.get(name) ?? 0) + 1}-${this.#since}`;
  }

  /** Counts a change that can be read from now on. */
  changed(name: string): void {
    this.#changes.set(name, (this.#changes.get(name) ?? 0) + 1);
  }

  /** Counts what is answered before whoever asked can know it. What ended halfway may have changed something, too. */
  follow(name: string, response: Response): void {
    onResponseEnd(response, () => {
      if (response.statusCode < 400 || response.statusCode >= 500) this.changed(name);
    });
  }

  /** @throws Refusal 409 if it is based on anything but what is there */
  requireCurrent(name: string, base: string): void {
    if (base === this.of(name)) return;
    throw new Refusal(
      409,
      `genlock: ${name} was changed meanwhile; look at it again, and repeat what is still to be done`,
    );
  }
}
