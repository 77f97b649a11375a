/** Processes as Linux sees them; none on any other system. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** The process its session is named after: the worker's tool, as every worker has a session of its own. */
  readonly session: number;
  /** One letter; `Z` has ended and waits for its parent. */
  readonly state: string;
}

/** Every process that can be seen from here. */
export function processes(): readonly ProcessEntry[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state = '', parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [{ pid: Number(name), parent: Number(parent), session: Number(session), state }];
    } catch {
      // It has just ended.
      return [];
    }
  });
}

/** A process and all below it, the dead not counted. */
export function treeOf(root: number): readonly number[] {
  const all = processes().filter(({ state }) => state !== 'Z');
  const found = all.filter(({ pid }) => pid === root).map(({ pid }) => pid);
  for (const pid of found) found.push(...all.filter(({ parent }) => parent === pid).map((one) => one.pid));
  return found;
}

/** Returns the processes that still run. */
export function alive(pids: readonly number[]): readonly number[] {
  return processes()
    .filter(({ pid, state }) => pids.includes(pid) && state !== 'Z')
    .map(({ pid }) => pid);
}
