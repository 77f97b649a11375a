/**
 * What crosses between the processes, as lines of JSON.
 * Host → worker: one `Request`. Worker → host: `ready`, one `Answer`, after an answer with status `done` one more line
 * (the guest's result, exactly as the isolate returned it), and `end`, on which the host ends the worker.
 */
import type { SettingValue } from './operations.ts';
import type { Failure, Frame } from './errors.ts';
import type { Limits } from './limits.ts';

/** The line a worker writes once its isolate waits for a request. */
export const readyLine = '{"ready":1}';

/** Its last line. Without it an answer is as good, but the host waits for the process to end by itself. */
export const endLine = '{"end":1}';

/** The folder that stands for the plugin's package inside the isolate, and the one that stands for the project. */
export const pluginRoot = '/plugin';
export const projectRoot = '/project';

/** Every plugin's entry, at the root of its package. */
export const entryModule = 'generator.js';

export interface Request {
  /** Package path → source, for every `.js`, `.mjs` and `.json` outside `templates/`. */
  readonly modules: Readonly<Record<string, string>>;
  /** JSON of a `GuestInput`: the worker doesn't look inside. */
  readonly input: string;
  readonly limits: Limits;
}

export interface GuestInput {
  readonly plugin: { readonly name: string; readonly version: string; readonly frameworks: readonly string[] };
  readonly context: RunContext;
  readonly project: { readonly name: string };
  /** Every file below `templates/`: its path there, and its text if it can hold tags. */
  readonly templates: readonly { readonly path: string; readonly text?: string }[];
  readonly limits: Limits;
}

/** What the generator is told about the project, apart from the virtual root. */
export interface RunContext {
  readonly framework: 'express';
  readonly database: 'relational' | 'document' | 'file';
  readonly settings: Readonly<Record<string, SettingValue>>;
}

/** An `import()` that waits for its module. */
export interface LaterImport {
  readonly specifier: string;
  /** Package path of the module it stands in. */
  readonly from: string;
  readonly frames: readonly Frame[];
}

/** What the guest returns, as JSON. */
export type GuestResult = { readonly operations: readonly unknown[]; readonly warnings: readonly string[] };

export interface WorkerCost {
  /** Processor time of the isolate's thread, in milliseconds. */
  readonly cpuMs: number;
  /** Resident memory of the worker at its end, in bytes. */
  readonly memoryBytes: number;
}

export type Answer = {
  /** Console output: one JSON array `[level, text]` a line. */
  readonly log: string;
  readonly cost: WorkerCost;
} & ({ readonly status: 'done' } | { readonly status: 'failed'; readonly failure: Failure });
