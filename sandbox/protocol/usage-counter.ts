/** Counts operations against the limits of a run: in the guest during the run, and again on the host. */
import type { FatalLimit, Limits } from './limits.ts';
import type { Operation } from './operations.ts';

/** An exceeded limit with its error message. */
export interface Excess {
  readonly limit: FatalLimit;
  readonly message: string;
}

/** Usage totals of one run. */
export class UsageCounter {
  readonly #limits: Limits;
  #operations = 0;
  #files = 0;
  #values = 0;
  #length = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Number of characters counted so far: a lower bound for the size of the operations' JSON in bytes. */
  get length(): number {
    return this.#length;
  }

  /** Counts an operation and returns the first exceeded limit. */
  add(operation: Operation): Excess | undefined {
    const { operations, files, values, outputBytes } = this.#limits;
    this.#operations += 1;
    if (operation.kind === 'copyTemplates') this.#files += operation.files.length;
    this.#measure(operation);
    if (this.#operations > operations) return exceeded('operations', operations, 'operations');
    if (this.#files > files) return exceeded('files', files, 'files');
    if (this.#values > values) return exceeded('values', values, 'values');
    if (this.#length > outputBytes) return exceeded('outputBytes', outputBytes, 'bytes');
    for (const path of pathsOf(operation)) {
      const excess = pathExcess(path, this.#limits);
      if (excess !== undefined) return excess;
    }
    return undefined;
  }

  #measure(value: unknown): void {
    this.#values += 1;
    if (typeof value === 'string') this.#length += value.length;
    else if (typeof value !== 'object' || value === null) this.#length += 1;
    else {
      for (const [key, inner] of Object.entries(value)) {
        this.#length += key.length;
        this.#measure(inner);
      }
    }
  }
}

/** Checks a path, relative to the project's root or to `templates/`, against the limits. */
export function pathExcess(path: string, { pathLength, pathDepth }: Limits): Excess | undefined {
  const shown = JSON.stringify(path.slice(0, 200));
  if (path.length > pathLength) {
    return { limit: 'pathLength', message: `the path ${shown} exceeds a limit of ${pathLength} characters` };
  }
  if (path.split('/').length > pathDepth) {
    return { limit: 'pathDepth', message: `the path ${shown} exceeds a limit of ${pathDepth} segments` };
  }
  return undefined;
}

/** Creates an excess for a limit on all operations together. */
export function exceeded(limit: FatalLimit, most: number, unit: string): Excess {
  return { limit, message: `the operations exceed a limit of ${most} ${unit}` };
}

function pathsOf(operation: Operation): readonly string[] {
  if (operation.kind === 'copyTemplates') return operation.files.map(({ path }) => path);
  if (operation.kind === 'registerAPIRoutes') return operation.routes.map(({ handler }) => handler);
  if (operation.kind === 'registerJobs') return operation.jobs.map(({ module }) => module);
  return 'module' in operation && operation.module !== undefined ? [operation.module] : [];
}
