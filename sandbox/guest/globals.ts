/**
 * The globals a generator has beside the language's own. Each computes on what it is given and reaches nothing else.
 * Their code is evaluated when one is first used, in the plugin's own realm: what a plugin has changed under it by then,
 * it has changed for itself. Nothing of the guest uses them.
 */

/** The libraries as scripts that end in `library`, put here by the build. */
declare const LIBRARIES: { readonly [Name in keyof typeof namesIn]: string };

const namesIn = {
  encoding: ['TextDecoder', 'TextEncoder'],
  url: ['URL', 'URLSearchParams'],
  data: ['atob', 'btoa', 'structuredClone'],
} as const;

const compile = Function;

export function installGlobals(): void {
  for (const [library, names] of Object.entries(namesIn)) {
    for (const name of names) installLater(name, () => load(String(Reflect.get(LIBRARIES, library)), names));
  }
  put('queueMicrotask', queueMicrotask);
}

/** A global whose library is loaded when it is first read, unless it has been written before. */
function installLater(name: string, loadIt: () => void): void {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get(): unknown {
      loadIt();
      return Reflect.get(globalThis, name);
    },
    set(value: unknown) {
      put(name, value);
    },
  });
}

/** Puts all of a library's names in place, but for those the plugin has given another meaning. */
function load(source: string, names: readonly string[]): void {
  const waiting = names.flatMap((name) => {
    const property = Object.getOwnPropertyDescriptor(globalThis, name);
    return property?.get === undefined ? [] : [{ name, property }];
  });
  // A library looks for the engine's own before it takes its place.
  for (const { name } of waiting) Reflect.deleteProperty(globalThis, name);
  try {
    const library: object = compile(`${source}; return library;`)();
    for (const { name } of waiting) put(name, Reflect.get(library, name));
  } catch (error) {
    // At the end of the stack; there is more of it later.
    for (const { name, property } of waiting) Object.defineProperty(globalThis, name, property);
    throw error;
  } finally {
    // Where core-js keeps what its copies share; it has it already.
    Reflect.deleteProperty(globalThis, '__core-js_shared__');
  }
}

function put(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}

/** Whatever the task throws ends the run, like any error nobody waits for. */
function queueMicrotask(task: unknown): void {
  if (typeof task !== 'function') throw new TypeError('queueMicrotask takes a function');
  void Promise.resolve().then(() => void Reflect.apply(task, undefined, []));
}
