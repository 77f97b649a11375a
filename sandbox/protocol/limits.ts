/**
 * Limits: amounts a run may use, each with a default, a policy key (`limits.run.<name>`) and a code. What makes a name, a
 * route or a label well-formed is grammar instead (`shape.ts`, `schema.ts`) and the same for everybody.
 */

/** What one run may use. */
export interface Limits {
  /** Wall-clock time of the generator, in milliseconds. */
  readonly wallMs: number;
  /** Processor time of the isolate's thread, in milliseconds: unlike `wallMs` it doesn't depend on how busy a machine is. */
  readonly cpuMs: number;
  /** Heap of the isolate, in MiB. */
  readonly memoryMb: number;
  /** Resident memory of the whole worker process, in MiB. */
  readonly processMemoryMb: number;
  /** Modules and templates sent in, in UTF-8 bytes. */
  readonly inputBytes: number;
  /** The operations sent back, in UTF-8 bytes of JSON. */
  readonly outputBytes: number;
  /** Number of operations. */
  readonly operations: number;
  /** Texts, numbers, lists and objects all operations are made of. */
  readonly values: number;
  /** Entries of one list or object in the argument of an SDK call: routes, menu entries, settings, variables. */
  readonly listEntries: number;
  /** Files of all `copyTemplates` together. */
  readonly files: number;
  /** One file of `copyTemplates`, rendered or copied, in bytes. */
  readonly fileBytes: number;
  /** A path in an operation, in UTF-16 code units. */
  readonly pathLength: number;
  /** Segments of such a path. */
  readonly pathDepth: number;
  /** Blocks of a template that stand in each other. */
  readonly templateDepth: number;
  /** Items all `each` blocks of one template walk through. */
  readonly templateItems: number;
  /** What one template renders to, in UTF-8 bytes. */
  readonly templateOutputBytes: number;
  /** Lines of captured console output; what comes after them is dropped. */
  readonly logLines: number;
  /** Captured console output, in UTF-8 bytes; a line that doesn't fit any more is dropped, and all after it. */
  readonly logBytes: number;
}

export type LimitName = keyof Limits;
/** A limit that ends the run; what a console says too much is only dropped. */
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
  // What any path of a project is held to.
  pathLength: 255,
  pathDepth: 40,
  templateDepth: 50,
  templateItems: 200_000,
  templateOutputBytes: 4 * mebibyte,
  logLines: 200,
  logBytes: 512 * 1024,
};

/** Every limit there is. */
export const limitNames = Object.keys(defaultLimits).filter(isLimit);

function isLimit(name: string): name is LimitName {
  return Object.hasOwn(defaultLimits, name);
}

/** A console line or an error message is cut to this many characters. */
export const maximumTextLength = 2_000;
