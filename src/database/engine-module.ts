import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EnginePanics } from './engine-panics.ts';

/** The JavaScript side of the schema engine. */
type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

/** A loaded schema engine. */
export interface LoadedEngine extends Pick<EngineModule, 'SchemaEngine'> {
  /**
   * Returns the result of an engine call.
   *
   * @throws GenlockError `DATA_ENGINE_PANIC`. The engine cannot be used afterwards; the next command loads a new one.
   */
  readonly guarded: <T>(call: () => Promise<T>) => Promise<T>;
}

/** The used part of the global, which only the DOM types declare. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ readonly instance: { readonly exports: object } }>;
};

const specifier = '@prisma/schema-engine-wasm/schema_engine_bg';
let loaded: Promise<LoadedEngine> | undefined;
let loads = 0;

/**
 * Prisma's schema engine as WebAssembly, loaded once per process, and once more after each panic. It is loaded by hand
 * because importing a `.wasm` file is still experimental in Node.
 */
export function loadEngine(): Promise<LoadedEngine> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<LoadedEngine> {
  const file = createRequire(import.meta.url).resolve(specifier);
  // The module keeps the memory of its WebAssembly instance, so each instance needs a separate module.
  const module: EngineModule = await import(/* @vite-ignore */ `${pathToFileURL(file).href}?${loads++}`);
  const bytes = await readFile(join(dirname(file), 'schema_engine_bg.wasm'));
  const panics = new EnginePanics(() => (loaded = undefined));
  const imports = panics.watched(withIdleTimers({ ...module }));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': imports });
  // oxlint-disable-next-line no-underscore-dangle -- the generated glue's own name
  module.__wbg_set_wasm(instance.exports);
  const start: unknown = Reflect.get(instance.exports, '__wbindgen_start');
  if (typeof start === 'function') start();
  return { SchemaEngine: module.SchemaEngine, guarded: (call) => panics.guarded(call) };
}

/**
 * Unrefs timers: the engine never clears its one-minute timer for the shadow database, which would keep the command
 * alive.
 */
function withIdleTimers(imports: Record<string, unknown>): Record<string, unknown> {
  const timers = Object.keys(imports).filter((name) => name.startsWith('__wbg_setTimeout_'));
  return { ...imports, ...Object.fromEntries(timers.map((name) => [name, idleTimer])) };
}

function idleTimer(callback: () => void, milliseconds: number): NodeJS.Timeout {
  return setTimeout(callback, milliseconds).unref();
}
