/**
 * Implements `import()` for plugins. An isolate has no hook for dynamic imports, and the guest cannot call worker
 * functions. Instead, the guest exports the requested module in `wanted`. The worker reads this export when the isolate
 * is idle, links the module, and evaluates the module together with code that passes its namespace to the guest.
 */
import type { LaterImport } from '../protocol/messages.ts';
import { framesHere } from './failure.ts';

/** Requests that the worker has not taken yet, in order; and resolvers by request number. */
const queue: string[] = [];
const waiting: ((namespace: unknown) => void)[] = [];
/** Pending and completed imports, by importing module and specifier. */
const known = new Map<string, Promise<unknown>>();

/** The first pending `import()`, as JSON of a `LaterImport`. */
export let wanted: string | undefined;

/**
 * Loads a module for `import()`.
 *
 * @param specifier the argument of `import()`, of any type
 * @param from package path of the importing module
 */
export async function load(specifier: unknown, from: string): Promise<unknown> {
  const name = String(specifier);
  const key = `${from}\n${name}`;
  const found = known.get(key) ?? ask({ specifier: name, from, frames: framesHere() });
  known.set(key, found);
  return found;
}

function ask(later: LaterImport): Promise<unknown> {
  return new Promise((resolve) => {
    queue.push(JSON.stringify(later));
    waiting.push(resolve);
    [wanted] = queue;
  });
}

/** Removes the first request after the worker has taken it. The loaded module can make further requests. */
export function taken(): void {
  queue.shift();
  [wanted] = queue;
}

/** Resolves the request with this number, counted from 0, with a module namespace. */
export function arrived(number: number, namespace: unknown): void {
  waiting[number]?.(namespace);
}
