/**
 * Limits for a run. Each limit has a default value, a policy key (`limits.run.<name>`) and an error code. Syntax rules
 * for names, routes and labels are fixed and defined in `syntax.ts` and `operation-schemas.ts`.
 */

/** Limits for one run. */
export interface Limits {
  /** Wall-clock time of the generator, in milliseconds. */
  readonly wallMs: number;
  /** Processor time of the isolate's thread, in milliseconds. Unlike `wallMs`, independent of the machine's load. */
  readonly cpuMs: number;
  /** Heap size of the isolate, in MiB. */
  readonly memoryMb: number;
  /** Resident memory of the whole worker process, in MiB. */
  readonly processMemoryMb: number;
  /** Total size of modules and templates, in UTF-8 bytes. */
  readonly inputBytes: number;
  /** Total size of the operations, in UTF-8 bytes of JSON. */
  readonly outputBytes: number;
  /** Number of operations. */
  readonly operations: number;
  /** Number of strings, numbers, lists and objects in all operations. */
  readonly values: number;
  /** Entries in one list or object argument of an SDK call: routes, menu entries, settings, variables. */
  readonly listEntries: number;
  /** Number of files in all `copyTemplates` calls. */
  readonly files: number;
  /** Size of one rendered or copied file in `copyTemplates`, in bytes. */
  readonly fileBytes: number;
  /** Length of a path in an operation, in UTF-16 code units. */
  readonly pathLength: number;
  /** Number of segments in a path. */
  readonly pathDepth: number;
  /** Nesting depth of template blocks. */
  readonly templateDepth: number;
  /** Number of items in all `each` blocks of one template. */
  readonly templateItems: number;
  /** Output size of one template, in UTF-8 bytes. */
  readonly templateOutputBytes: number;
  /** Lines of captured console output. Further lines are dropped. */
  readonly logLines: number;
  /**
   * Captured console output, in UTF-8 bytes. The first line that exceeds the limit and all further lines are dropped.
   */
  readonly logBytes: number;
}

export type LimitName = keyof Limits;
/** A limit that ends the run. Excess console output is only dropped. */
export type FatalLimit = Exclude<LimitName, 'logLines' | 'logBytes'>;

const mebibyte = 1024 * 1024;

export const defaultLimits: Limits = {
  wallMs: 10_000,
  cpuMs: 10_000,
  memoryMb: 128,
  processMemoryMb: 320,
  inputBytes: 16 * mebibyte,
  outputBytes: 16 * mebibyte,
  operations: 1_000,
  values: 200_000,
  listEntries: 5_000,
  files: 5_000,
  fileBytes: 16 * mebibyte,
  // Same limits as for all project paths.
  pathLength: 255,
  pathDepth: 40,
  templateDepth: 50,
  templateItems: 200_000,
  templateOutputBytes: 4 * mebibyte,
  logLines: 200,
  logBytes: 512 * 1024,
};

/** Names of all limits. */
export const limitNames = Object.keys(defaultLimits).filter(isLimit);

function isLimit(name: string): name is LimitName {
  return Object.hasOwn(defaultLimits, name);
}

/** Maximum length of a console line or error message, in characters. */
export const maximumTextLength = 2_000;
