import { randomBytes } from 'node:crypto';
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

  /** Counts what an answer says was done before whoever asked can know it, and what nobody is told the end of. */
  follow(name: string, response: Response): void {
    const { send } = response;
    response.send = (body) => {
      if (response.statusCode < 400) this.changed(name);
      return send.call(response, body);
    };
    response.once('close', () => {
      if (!response.headersSent) this.changed(name);
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
