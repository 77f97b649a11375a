/** Starts a worker behind the strongest wall that works on this machine. */
import type { SandboxErrorCode } from '../protocol/errors.ts';
import type { Limits } from '../protocol/limits.ts';
import { availableIsolations } from './isolation.ts';
import type { Isolation } from './isolation.ts';
import { WorkerProcess } from './worker-process.ts';
import type { WorkerProgram } from './worker-process.ts';

/** A worker that runs, and what holds it. */
export interface Walled {
  readonly process: WorkerProcess;
  readonly wall: Isolation;
}

/** How many of the walls this machine has tools for turned out not to work, known after the first start. */
let broken = 0;

/** The strongest wall not known to fail; the one in use once a worker has started. */
export function workingIsolation(): Isolation {
  return wallAt(availableIsolations(), broken);
}

function wallAt(walls: readonly Isolation[], at: number): Isolation {
  const wall = walls[at];
  if (wall === undefined) throw new Error('no wall to start a worker behind');
  return wall;
}

/**
 * A worker on its way. No wall is probed beforehand: the worker itself is the probe. Its wall's tools end with an
 * error before it runs where the machine refuses them, and then the next weaker wall is tried; not so after a kill,
 * which says nothing of the wall.
 */
export class WorkerStart {
  readonly #program: WorkerProgram;
  readonly #limits: Limits;
  readonly #walls: readonly Isolation[];
  #current: WorkerProcess;
  #alive = true;
  /** The worker that got ready, or the last one tried. */
  readonly worker: Promise<Walled>;

  /** @param walls strongest first; other ones than this machine's are for tests. */
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

  /** Whether it keeps the host's process alive; a spare one shouldn't. */
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
