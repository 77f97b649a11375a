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
