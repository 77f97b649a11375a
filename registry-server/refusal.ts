import { GenlockError } from '../src/errors/error.ts';
import { printable } from '../src/errors/printable.ts';
import { RegistryError } from '../registry-client/errors.ts';

/** What the gate answers instead of letting a request through; npm prints the text. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  /** @param message a sentence's end, e.g. `1.0.0 was published before` */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const mostProblems = 10;

/** A plugin that is none, as the client would say it, becomes a 422 that says why. Anything else is a fault of ours. */
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

/** @param reason what is wrong with the plugin */
export function rejected(reason: string): Refusal {
  return new Refusal(422, `genlock: plugin rejected: ${printable(reason)}`);
}
