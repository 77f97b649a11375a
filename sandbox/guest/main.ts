/**
 * The module every isolate starts with. The worker's entry calls `begin` before the plugin's modules and `finish`
 * with their default export; `log` and `refused` are read by the worker when a run ends early. All that ever leaves
 * the isolate is strings.
 */
import type { GeneratorContext } from '../protocol/sdk.ts';
import { projectRoot } from '../protocol/messages.ts';
import type { GuestInput } from '../protocol/messages.ts';
import { installConsole } from './console.ts';
import { makeDeterministic } from './determinism.ts';
import { describe, refuse, refused } from './failure.ts';
import { installGlobals } from './globals.ts';
import * as path from './path.ts';
import { recordPrismaTemplates } from './prisma.ts';
import { input, open, result } from './run.ts';

export { log } from './console.ts';
export { refused };
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
    return refused ?? JSON.stringify(result());
  } catch (error) {
    return refused ?? JSON.stringify(describe(error));
  }
}

/** What `import()` does in a plugin: modules are linked before anything runs, so there is nothing to load later. */
export function load(specifier: unknown): Promise<never> {
  const name = typeof specifier === 'string' ? specifier.slice(0, 200) : typeof specifier;
  return Promise.reject(
    refuse(
      'SANDBOX_IMPORT',
      `import(${JSON.stringify(name)}) isn't available; import the plugin's own modules statically`,
    ),
  );
}

function context(): GeneratorContext {
  const { framework, database, settings } = input().context;
  return { projectPath: projectRoot, framework, database, settings: { ...settings } };
}
