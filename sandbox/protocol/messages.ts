/**
 * Messages between the processes, as lines of JSON. Host → worker: one `Request`. Worker → host: `ready`, one `Answer`,
 * for the status `done` one more line with the guest's result, and `end`. After `end`, the host ends the worker.
 */
import type { SettingValue } from './operations.ts';
import type { Failure, Frame } from './errors.ts';
import type { Limits } from './limits.ts';

/** Line that a worker writes when its isolate is ready for a request. */
export const readyLine = '{"ready":1}';

/** Last line of a worker. Without this line, the host waits for the process to end. */
export const endLine = '{"end":1}';

/** Virtual folders inside the isolate: the plugin's package and the project. */
export const pluginRoot = '/plugin';
export const projectRoot = '/project';

/** Entry module of every plugin, at the root of its package. */
export const entryModule = 'generator.js';

export interface Request {
  /** Package path → source, for every `.js`, `.mjs` and `.json` file outside `templates/`. */
  readonly modules: Readonly<Record<string, string>>;
  /** JSON of a `GuestInput`, which the worker does not parse. */
  readonly input: string;
  readonly limits: Limits;
}

export interface GuestInput {
  readonly plugin: { readonly name: string; readonly version: string; readonly frameworks: readonly string[] };
  readonly context: RunContext;
  readonly project: { readonly name: string };
  /** Every file below `templates/`: its relative path, and its text if the file can contain tags. */
  readonly templates: readonly { readonly path: string; readonly text?: string }[];
  readonly limits: Limits;
}

/** Generator context without the virtual root. */
export interface RunContext {
  readonly framework: 'express';
  readonly database: 'relational' | 'document' | 'file';
  readonly settings: Readonly<Record<string, SettingValue>>;
  /** Only if the manifest asks for them. */
  readonly entities?: readonly string[];
  readonly capabilities?: readonly string[];
}

/** A pending `import()`. */
export interface LaterImport {
  readonly specifier: string;
  /** Package path of the importing module. */
  readonly from: string;
  readonly frames: readonly Frame[];
}

/** The guest's result, as JSON. */
export type GuestResult = { readonly operations: readonly unknown[]; readonly warnings: readonly string[] };

export interface WorkerCost {
  /** Processor time of the isolate's thread, in milliseconds. */
  readonly cpuMs: number;
  /** Resident memory of the worker at the end, in bytes. */
  readonly memoryBytes: number;
}

export type Answer = {
  /** Console output: lines with a JSON array `[level, text]`. */
  readonly log: string;
  readonly cost: WorkerCost;
} & ({ readonly status: 'done' } | { readonly status: 'failed'; readonly failure: Failure });
