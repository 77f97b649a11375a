/**
 * Installs the globals that a generator has in addition to JavaScript's built-in objects. The globals only compute
 * values and have no access to the outside. Their code is evaluated on first use in the plugin's realm, so changes by
 * the plugin affect only that plugin. The guest's own code does not use them.
 */

/** Library scripts that end in `library`, inserted by the build. */
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

/** Defines a global that loads its library on first read, unless the plugin assigned a value before. */
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

/** Installs all names of a library, except names that the plugin has replaced. */
function load(source: string, names: readonly string[]): void {
  const waiting = names.flatMap((name) => {
    const property = Object.getOwnPropertyDescriptor(globalThis, name);
    return property?.get === undefined ? [] : [{ name, property }];
  });
  // Removes the lazy getters, because libraries look for built-in implementations first.
  for (const { name } of waiting) Reflect.deleteProperty(globalThis, name);
  try {
    const library: object = compile(`${source}; return library;`)();
    for (const { name } of waiting) put(name, Reflect.get(library, name));
  } catch (error) {
    // Restores the getters for a later attempt, for example after a stack overflow.
    for (const { name, property } of waiting) Object.defineProperty(globalThis, name, property);
    throw error;
  } finally {
    // Removes core-js's shared store. The loaded library keeps its own reference.
    Reflect.deleteProperty(globalThis, '__core-js_shared__');
  }
}

function put(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}

/** Runs a task asynchronously. An error in the task ends the run, like an unhandled rejection. */
function queueMicrotask(task: unknown): void {
  if (typeof task !== 'function') throw new TypeError('queueMicrotask takes a function');
  void Promise.resolve().then(() => void Reflect.apply(task, undefined, []));
}
