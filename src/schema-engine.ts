import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { dbEngine } from './flows/db/engine.ts';

interface EngineProcess {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

/**
 * Runs the program that `PRISMA_SCHEMA_ENGINE_BINARY` can name.
 *
 * @returns the exit code
 */
export async function schemaEngine({ args, cwd, input, output, errors }: EngineProcess): Promise<number> {
  // Keeps the process alive while a request runs, because Node does not wait for all of the work.
  const alive = setInterval(() => {}, 60_000);
  try {
    return await dbEngine({
      args,
      cwd,
      lines: linesOf(input),
      write: (line) => void output.write(line),
      writeError: (text) => void errors.write(text),
    });
  } finally {
    clearInterval(alive);
  }
}

/** Opens the input on the first read, because an open input keeps the process running. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  yield* createInterface({ input, crlfDelay: Infinity });
}
