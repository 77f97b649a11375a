/** Starts a worker in the strongest isolation that works on this machine. */
import type { SandboxErrorCode } from '../protocol/errors.ts';
import type { Limits } from '../protocol/limits.ts';
import { availableIsolations } from './isolation.ts';
import type { Isolation } from './isolation.ts';
import { WorkerProcess } from './worker-process.ts';
import type { WorkerProgram } from './worker-process.ts';

/** A running worker and its isolation. */
export interface StartedWorker {
  readonly process: WorkerProcess;
  readonly isolation: Isolation;
}

/** Number of isolations that failed on this machine, known after the first start. */
let broken = 0;

/** Returns the strongest isolation that has not failed. After a start, this is the isolation in use. */
export function workingIsolation(): Isolation {
  return isolationAt(availableIsolations(), broken);
}

function isolationAt(isolations: readonly Isolation[], at: number): Isolation {
  const isolation = isolations[at];
  if (isolation === undefined) throw new Error('no isolation to start a worker in');
  return isolation;
}

/**
 * A worker that is starting. The worker itself tests the isolation. If the isolation tools fail before the worker runs,
 * the next weaker isolation is tried. A killed worker does not count as a failed isolation.
 */
export class WorkerStart {
  readonly #program: WorkerProgram;
  readonly #limits: Limits;
  readonly #isolations: readonly Isolation[];
  #current: WorkerProcess;
  #alive = true;
  /** The worker that is ready, or the last worker that was tried. */
  readonly worker: Promise<StartedWorker>;

  /**
   * Starts a worker.
   *
   * @param isolations isolations, strongest first; tests pass their own
   */
  constructor(program: WorkerProgram, limits: Limits, isolations: readonly Isolation[] = availableIsolations()) {
    this.#program = program;
    this.#limits = limits;
    this.#isolations = isolations;
    const first = isolations === availableIsolations() ? broken : 0;
    this.#current = this.#try(first);
    this.worker = this.#settle(first);
  }

  get isRunning(): boolean {
    return this.#current.isRunning;
  }

  /** Sets whether the worker keeps this process alive. Prestarted workers must not. */
  keepAlive(alive: boolean): void {
    this.#alive = alive;
    this.#current.keepAlive(alive);
  }

  kill(reason?: SandboxErrorCode): void {
    this.#current.kill(reason);
  }

  async #settle(first: number): Promise<StartedWorker> {
    let at = first;
    while (!(await this.#current.ready) && !this.#current.isKilled && at + 1 < this.#isolations.length) {
      at += 1;
      this.#current = this.#try(at);
    }
    if (this.#isolations === availableIsolations() && (await this.#current.ready)) broken = Math.max(broken, at);
    return { process: this.#current, isolation: isolationAt(this.#isolations, at) };
  }

  #try(at: number): WorkerProcess {
    const started = new WorkerProcess(isolationAt(this.#isolations, at).around(this.#program, this.#limits));
    if (!this.#alive) started.keepAlive(false);
    return started;
  }
}
