import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  answerRequests,
  engineTarget,
  type EngineStreams,
  requireDatabase,
  toldError,
} from '../../database/engine-front.ts';
import type { EngineTarget } from '../../database/schema-engine.ts';

export interface EngineRequest extends EngineStreams {
  /** Arguments with which Prisma's command line starts its engine. */
  readonly args: readonly string[];
  /** Absolute path of the project. */
  readonly cwd: string;
  /** Writes text to standard error. */
  readonly writeError: (text: string) => void;
}

/**
 * Replaces the schema engine that Prisma's command line would download.
 *
 * @returns the exit code
 */
export async function dbEngine({ args, cwd, writeError, ...streams }: EngineRequest): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const schema = new Map(
      await Promise.all(values.datamodels.map(async (path) => [path, await readFile(path, 'utf8')] as const)),
    );
    const source: { readonly url?: string } = JSON.parse(values.datasource);
    const target = await engineTarget({ root: cwd, schema, url: source.url || undefined });
    await (positionals[0] === 'cli' ? runOnce(positionals[1], target) : answerRequests(target, streams));
    return 0;
  } catch (error) {
    const { code, message } = toldError(error);
    const fields = { error_code: code ?? '', message };
    // Prisma drops the first line, and the last line must not end with a line break.
    writeError(`schema engine\n${JSON.stringify({ level: 'ERROR', target: 'schema_engine::logger', fields })}`);
    return 1;
  }
}

const options = {
  datamodels: { type: 'string', short: 'd', multiple: true, default: [] as string[] },
  datasource: { type: 'string', default: '{}' },
  'enabled-preview-features': { type: 'string' },
  'extension-types': { type: 'string' },
} as const;

async function runOnce(command: string | undefined, target: EngineTarget): Promise<void> {
  if (command === 'can-connect-to-database') return requireDatabase(target);
  if (command === 'create-database') return target.driver.make();
  if (command === 'drop-database') return target.driver.clear();
  throw new Error(`the schema engine has no command ${command}`);
}
