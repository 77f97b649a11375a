import { join } from 'node:path';
import { runFolder } from './run-folder.ts';

/** Environment of processes that run sources of Genlock: Node compiles each file once in a run, which is half of a short process. */
export function compiledSources(): Readonly<Record<string, string>> {
  return { NODE_COMPILE_CACHE: join(runFolder(), 'compiled-sources') };
}
