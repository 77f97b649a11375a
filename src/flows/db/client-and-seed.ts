import { GenlockError } from '../../errors/error.ts';
import { interruptible } from '../../engine/packages/interruptible.ts';
import { generateClient } from './generate.ts';
import type { DbPorts } from './ports.ts';
import { seedFresh } from './seed.ts';

/** Options for the steps after a database change. */
export interface Following {
  /** Absolute path of the project. */
  readonly root: string;
  /** The finished step, for the message after Ctrl-C: `The migrations are applied`. */
  readonly done: string;
  /** Whether to seed, because the database is new. */
  readonly seeds: boolean;
}

/**
 * Generates the client, then seeds a new database.
 *
 * @returns whether the seed ran
 * @throws GenlockError `INTERRUPTED` with the finished steps and the commands for the others; `DATA_…`
 */
export async function clientAndSeed({ root, done, seeds }: Following, ports: DbPorts): Promise<boolean> {
  return interruptible(async (signal) => {
    const stopping = { ...ports, signal };
    await generateClient(root, stopping).catch((error: unknown) => {
      const rest = ['genlock db generate', ...(seeds ? ['genlock db seed'] : [])];
      throw signal.aborted ? interrupted({ done, step: 'the client was being generated', rest }) : error;
    });
    if (!seeds) return false;
    return seedFresh(root, stopping).catch((error: unknown) => {
      const parts = { done: `${done}, and the client is generated`, step: 'the seed was running' };
      throw signal.aborted ? interrupted({ ...parts, rest: ['genlock db seed'] }) : error;
    });
  });
}

interface Interruption {
  readonly done: string;
  readonly step: string;
  readonly rest: readonly string[];
}

function interrupted({ done, step, rest }: Interruption): GenlockError {
  return new GenlockError({
    code: 'INTERRUPTED',
    message: `Stopped by Ctrl-C while ${step}. ${done}.`,
    hint: `To do the rest, run ${rest.map((command) => `\`${command}\``).join(', then ')}.`,
  });
}
