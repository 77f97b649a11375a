/** 0644 or 0755: nothing else is ever written. */
export type Mode = 0o644 | 0o755;

/** One file of the project as Genlock wants it. Text ends with a newline and uses LF. */
export interface TreeFile {
  readonly content: string | Uint8Array;
  readonly mode: Mode;
  /** `core`, or the name of the plugin that contributed the file. */
  readonly owner: string;
}

/** A whole project in memory: POSIX path from the root → file, sorted by path. */
export type Tree = ReadonlyMap<string, TreeFile>;

/** By UTF-16 code units: the same everywhere, whatever the locale. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The same entries in the order of their keys. */
export function sortedMap<Value>(entries: Iterable<readonly [string, Value]>): Map<string, Value> {
  return new Map([...entries].sort(([left], [right]) => compareText(left, right)));
}
