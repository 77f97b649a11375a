/** File modes that Genlock writes. */
export type Mode = 0o644 | 0o755;

/** Desired version of one project file. Text ends with a newline and uses LF. */
export interface TreeFile {
  readonly content: string | Uint8Array;
  readonly mode: Mode;
  /** `core`, or the name of the plugin that contributed the file. */
  readonly owner: string;
}

/** Project in memory: POSIX path from the root → file, sorted by path. */
export type Tree = ReadonlyMap<string, TreeFile>;

/** Compares strings by UTF-16 code units, independent of the locale. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns a map of the entries, sorted by key. */
export function sortedMap<Value>(entries: Iterable<readonly [string, Value]>): Map<string, Value> {
  return new Map([...entries].sort(([left], [right]) => compareText(left, right)));
}
