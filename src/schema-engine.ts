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
 * The program that `PRISMA_SCHEMA_ENGINE_BINARY` can name.
 *
 * @returns the exit code
 */
export async function schemaEngine({ args, cwd, input, output, errors }: EngineProcess): Promise<number> {
  // While a request is worked on, nothing else may be waited for that Node would stay for.
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

/** Opened with the first line that is wanted: a program that waits for input doesn't end. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  yield* createInterface({ input, crlfDelay: Infinity });
}
