import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The JavaScript side of the schema engine. */
type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

/** The used part of the global, which only the DOM types declare. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ readonly instance: { readonly exports: object } }>;
};

const specifier = '@prisma/schema-engine-wasm/schema_engine_bg';
let loaded: Promise<EngineModule> | undefined;

/**
 * Prisma's schema engine as WebAssembly, loaded once per process. It is loaded by hand because importing a `.wasm` file
 * is still experimental in Node.
 */
export function loadEngineModule(): Promise<EngineModule> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<EngineModule> {
  const module: EngineModule = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const folder = dirname(createRequire(import.meta.url).resolve(specifier));
  const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': withIdleTimers({ ...module }) });
  // oxlint-disable-next-line no-underscore-dangle -- the generated glue's own name
  module.__wbg_set_wasm(instance.exports);
  const start: unknown = Reflect.get(instance.exports, '__wbindgen_start');
  if (typeof start === 'function') start();
  keepPanics();
  return module;
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

/** Defines the global that receives the engine's panic messages. Without this global, the report itself would throw. */
function keepPanics(): void {
  let last = '';
  Reflect.set(globalThis, 'PRISMA_WASM_PANIC_REGISTRY', {
    set_message: (message: string) => {
      last = message;
    },
    get: () => last,
  });
}
