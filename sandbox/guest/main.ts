/**
 * The module every isolate starts with. The worker's entry calls `begin` before the plugin's modules and `finish`
 * with their default export; it reads `refused`, `wanted` and `log` besides. All that ever leaves the isolate is
 * strings.
 */
import type { GeneratorContext } from '../protocol/sdk.ts';
import { projectRoot } from '../protocol/messages.ts';
import type { GuestInput } from '../protocol/messages.ts';
import { installConsole } from './console.ts';
import { makeDeterministic } from './determinism.ts';
import { describe, refuse } from './failure.ts';
import { installGlobals } from './globals.ts';
import * as path from './path.ts';
import { recordPrismaTemplates } from './prisma.ts';
import { close, input, open } from './run.ts';

export { log } from './console.ts';
export { refused } from './failure.ts';
export { arrived, load, taken, wanted } from './imports.ts';
export { sdk } from './sdk.ts';

/** `node:path` and `node:url` for the plugin's modules. */
export const posix = { ...path };

/** Takes the run's inputs as JSON; comes before any module of the plugin. */
export function begin(text: string): void {
  // A refused argument lies deep in here; the line of the plugin's call must still be in the stack.
  Reflect.set(Error, 'stackTraceLimit', 40);
  const given: GuestInput = JSON.parse(text);
  makeDeterministic(`${given.plugin.name}@${given.plugin.version}`);
  installConsole(given.limits);
  installGlobals();
  open(given);
}

/** Runs the generator. The answer is JSON: a `Failure` (it has a `code`) or a `GuestResult`. */
export async function finish(generate: unknown): Promise<string> {
  try {
    if (typeof generate !== 'function') {
      throw refuse('SANDBOX_ENTRY', `the default export of generator.js is of type ${typeof generate}, not a function`);
    }
    await Reflect.apply(generate, undefined, [context()]);
    recordPrismaTemplates();
    return JSON.stringify(close());
  } catch (error) {
    return JSON.stringify(describe(error));
  }
}

function context(): GeneratorContext {
  const { framework, database, settings } = input().context;
  return { projectPath: projectRoot, framework, database, settings: { ...settings } };
}
