/** What one run may use. */
export interface Limits {
  /** Wall-clock time of the generator, in milliseconds. */
  readonly wallMs: number;
  /** Heap of the isolate, in MiB; the worker process may use 192 MiB more. */
  readonly memoryMb: number;
  /** Modules and templates sent in, in UTF-8 bytes. */
  readonly inputBytes: number;
  /** The operations sent back, in UTF-8 bytes of JSON. */
  readonly outputBytes: number;
  /** Number of operations. */
  readonly operations: number;
  /** Files of all `copyTemplates` together. */
  readonly files: number;
  /** Lines of captured console output; what comes after them is dropped. */
  readonly logLines: number;
}

export const defaultLimits: Limits = {
  wallMs: 10_000,
  memoryMb: 128,
  inputBytes: 16 * 1024 * 1024,
  outputBytes: 16 * 1024 * 1024,
  operations: 1_000,
  files: 5_000,
  logLines: 200,
};

/** A console line or an error message is cut to this many characters. */
export const maximumTextLength = 2_000;
