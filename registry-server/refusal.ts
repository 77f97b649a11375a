import { GenlockError } from '../src/errors/error.ts';
import { printable } from '../src/errors/printable.ts';
import { RegistryError } from '../registry-client/errors.ts';
import type { Response } from './verdaccio.ts';

/** Error that becomes a response from the gate. npm prints the message. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  /**
   * Creates a refusal.
   *
   * @param message end of a sentence, e.g. `1.0.0 was published before`
   */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const mostProblems = 10;

/** Converts an invalid plugin's error to a 422 response with the reasons. Other errors are bugs in Genlock. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof RegistryError) return rejected(error.message);
  if (!(error instanceof GenlockError)) return undefined;
  const told = error.problems.slice(0, mostProblems).map(({ message, where }) => {
    const place = where?.line === undefined ? '' : ` (${where.file}:${where.line}:${where.column ?? 1})`;
    return `${message}${place}`;
  });
  return rejected(told.join(' '));
}

/**
 * Creates a refusal for an invalid plugin.
 *
 * @param reason problem with the plugin
 */
export function rejected(reason: string): Refusal {
  return new Refusal(422, `genlock: plugin rejected: ${printable(reason)}`);
}

/** Sends a refusal as the response. */
export function answerRefusal(response: Response, { status, message }: Refusal): void {
  response.status(status).json({ error: message });
}
