import { GenlockError } from '../errors/error.ts';

/** The imports of the engine that schedule its functions. An error of such a function reaches no caller. */
const schedulers = /^__wbg_(?:queueMicrotask|then|setTimeout)_/;

/** Detects the panics of one WebAssembly instance of the schema engine. */
export class EnginePanics {
  readonly #panicked = Promise.withResolvers<never>();
  readonly #onPanic: () => void;
  #message = '';
  #error: GenlockError | undefined;

  /** @param onPanic called once, at the first panic */
  constructor(onPanic: () => void) {
    this.#onPanic = onPanic;
    // A panic can occur between two calls.
    this.#panicked.promise.catch(() => {});
  }

  /** Returns the instance's imports, which record panic messages and the errors of scheduled functions. */
  watched(imports: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(imports).map(([name, value]) => [name, this.#watchedImport(name, value)]));
  }

  #watchedImport(name: string, value: unknown): unknown {
    if (typeof value !== 'function') return value;
    const run = (args: readonly unknown[]): unknown => Reflect.apply(value, undefined, args);
    if (schedulers.test(name)) return (...args: readonly unknown[]) => run(args.map((arg) => this.#caught(arg)));
    if (!name.startsWith('__wbg_set_message_')) return value;
    // The engine writes the message of a panic to a global, then traps.
    return (...args: readonly unknown[]): void => {
      const registry = { set_message: (message: string) => (this.#message = message) };
      Reflect.set(globalThis, 'PRISMA_WASM_PANIC_REGISTRY', registry);
      run(args);
    };
  }

  /** @throws GenlockError `DATA_ENGINE_PANIC`; errors of `call` are passed on */
  async guarded<T>(call: () => Promise<T>): Promise<T> {
    if (this.#error !== undefined) throw this.#error;
    return Promise.race([this.#unlessTrap(call), this.#panicked.promise]);
  }

  async #unlessTrap<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      // WebAssembly's error for a trap, which is what a panic ends with.
      throw error instanceof Error && error.name === 'RuntimeError' ? this.#panic(error) : error;
    }
  }

  #caught(argument: unknown): unknown {
    if (typeof argument !== 'function') return argument;
    return (...args: readonly unknown[]): unknown => {
      // The memory of an instance is undefined after a panic.
      if (this.#error !== undefined) return undefined;
      try {
        return argument(...args);
      } catch (error) {
        this.#panic(error);
        return undefined;
      }
    };
  }

  #panic(cause: unknown): GenlockError {
    this.#error ??= panicError(this.#message, cause);
    this.#panicked.reject(this.#error);
    this.#onPanic();
    return this.#error;
  }
}

/** @param message the engine's text: place, reason and a stack trace */
function panicError(message: string, cause: unknown): GenlockError {
  const text = message
    .replace(/\s+Stack:[^]*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return new GenlockError(
    { code: 'DATA_ENGINE_PANIC', message: `the schema engine crashed: ${text || 'it gave no reason'}` },
    { cause },
  );
}
