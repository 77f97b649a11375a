/**
 * Entry module of every isolate. The worker's entry calls `begin` before the plugin's modules, and `finish` with their
 * default export. The worker also reads `refused`, `wanted` and `log`. Only strings leave the isolate.
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

/** `node:path` and `node:url` for plugin modules. */
export const posix = { ...path };

/** Receives the run's inputs as JSON, before any plugin module runs. */
export function begin(text: string): void {
  // The stack must be deep enough to include the plugin's line for a refused argument.
  Reflect.set(Error, 'stackTraceLimit', 40);
  const given: GuestInput = JSON.parse(text);
  makeDeterministic(`${given.plugin.name}@${given.plugin.version}`);
  installConsole(given.limits);
  installGlobals();
  open(given);
}

/** Runs the generator. Returns JSON of a `Failure` (with a `code`) or a `GuestResult`. */
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
  const { framework, database, settings, entities, capabilities } = input().context;
  return {
    projectPath: projectRoot,
    framework,
    database,
    settings: { ...settings },
    ...(entities !== undefined && { entities: [...entities] }),
    ...(capabilities !== undefined && { capabilities: [...capabilities] }),
  };
}
