/** Starts a worker in the strongest isolation that works on this machine. */
import type { SandboxErrorCode } from '../protocol/errors.ts';
import type { Limits } from '../protocol/limits.ts';
import { availableIsolations } from './isolation.ts';
import type { Isolation } from './isolation.ts';
import { WorkerProcess } from './worker-process.ts';
import type { WorkerProgram } from './worker-process.ts';

/** A running worker and its isolation. */
export interface Walled {
  readonly process: WorkerProcess;
  readonly wall: Isolation;
}

/** Number of isolations that failed on this machine, known after the first start. */
let broken = 0;

/** Returns the strongest isolation that has not failed. After a start, this is the isolation in use. */
export function workingIsolation(): Isolation {
  return wallAt(availableIsolations(), broken);
}

function wallAt(walls: readonly Isolation[], at: number): Isolation {
  const wall = walls[at];
  if (wall === undefined) throw new Error('no wall to start a worker behind');
  return wall;
}

/**
 * A worker that is starting. The worker itself tests the isolation. If the isolation tools fail before the worker runs,
 * the next weaker isolation is tried. A killed worker does not count as a failed isolation.
 */
export class WorkerStart {
  readonly #program: WorkerProgram;
  readonly #limits: Limits;
  readonly #walls: readonly Isolation[];
  #current: WorkerProcess;
  #alive = true;
  /** The worker that is ready, or the last worker that was tried. */
  readonly worker: Promise<Walled>;

  /**
   * Starts a worker.
   *
   * @param walls isolations, strongest first; tests pass their own
   */
  constructor(program: WorkerProgram, limits: Limits, walls: readonly Isolation[] = availableIsolations()) {
    this.#program = program;
    this.#limits = limits;
    this.#walls = walls;
    const first = walls === availableIsolations() ? broken : 0;
    this.#current = this.#try(first);
    this.worker = this.#settle(first);
  }

  get isRunning(): boolean {
    return this.#current.isRunning;
  }

  /** Sets whether the worker keeps this process alive. Spare workers must not. */
  keepAlive(alive: boolean): void {
    this.#alive = alive;
    this.#current.keepAlive(alive);
  }

  kill(reason?: SandboxErrorCode): void {
    this.#current.kill(reason);
  }

  async #settle(first: number): Promise<Walled> {
    let at = first;
    while (!(await this.#current.ready) && !this.#current.isKilled && at + 1 < this.#walls.length) {
      at += 1;
      this.#current = this.#try(at);
    }
    if (this.#walls === availableIsolations() && (await this.#current.ready)) broken = Math.max(broken, at);
    return { process: this.#current, wall: wallAt(this.#walls, at) };
  }

  #try(at: number): WorkerProcess {
    const started = new WorkerProcess(wallAt(this.#walls, at).around(this.#program, this.#limits));
    if (!this.#alive) started.keepAlive(false);
    return started;
  }
}
