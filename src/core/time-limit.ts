import { createContext, Script, type Context } from 'node:vm';

let context: Context | undefined;
const call = new Script('work()');

/**
 * Runs synchronous work with a time limit. A `vm` timeout also stops an endless loop. The work must not call this
 * function again.
 *
 * @throws Error if the work takes longer, and everything that the work throws
 */
export function withinTime<Result>(milliseconds: number, work: () => Result): Result {
  context ??= createContext();
  context['work'] = work;
  const result: Result = call.runInContext(context, { timeout: milliseconds });
  return result;
}
