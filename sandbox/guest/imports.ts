/**
 * `import()` in a plugin. An isolate has no hook for it, and nothing of the worker's comes in that could be called: so
 * what is wanted stands in an export. The worker reads it when the isolate has come to rest, links the module, and
 * evaluates it together with a line that hands its namespace over.
 */
import type { LaterImport } from '../protocol/messages.ts';
import { framesHere } from './failure.ts';

/** What is wanted and not yet taken, first come first; and by number, who waits. */
const queue: string[] = [];
const waiting: ((namespace: unknown) => void)[] = [];
/** By module and specifier: the same name in the same module is the same module. */
const known = new Map<string, Promise<unknown>>();

/** The first `import()` nobody has taken, as JSON of a `LaterImport`. */
export let wanted: string | undefined;

/**
 * @param specifier whatever stood between the brackets
 * @param from package path of the module it stood in
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

/** The worker has taken it; its module may want others before it has come. */
export function taken(): void {
  queue.shift();
  [wanted] = queue;
}

/** Hands a namespace over, to the one that came as the `number`-th, from 0. */
export function arrived(number: number, namespace: unknown): void {
  waiting[number]?.(namespace);
}
