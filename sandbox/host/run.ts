/** Runs one plugin once, in a process of its own. */
import { SandboxError } from '../protocol/errors.ts';
import type { Limits } from '../protocol/limits.ts';
import { defaultLimits } from '../protocol/limits.ts';
import type { Request } from '../protocol/messages.ts';
import { requestFor } from './input.ts';
import type { RunInput } from './input.ts';
import { readReport } from './report.ts';
import type { RunReport } from './report.ts';
import { originalFrames } from './source-map.ts';
import { workerProgram, WorkerProcess } from './worker-process.ts';
import type { WorkerProgram } from './worker-process.ts';

export interface RunOptions {
  /** What the run may use, where it differs from `defaultLimits`. */
  readonly limits?: Partial<Limits>;
  /** Aborting it kills the worker. */
  readonly signal?: AbortSignal;
}

let spare: WorkerProcess | undefined;

/**
 * Starts a worker ahead of its run, so that the start hides behind the caller's other work. It doesn't keep this
 * process alive, and ends with it. A run with another memory limit starts its own. Where no worker can be started,
 * the run is what says so.
 * @returns stops the worker if no run has taken it.
 */
export function startWorker(): () => void {
  let started: WorkerProcess;
  try {
    started = new WorkerProcess(workerProgram(defaultLimits.memoryMb));
  } catch {
    return () => undefined;
  }
  started.keepAlive(false);
  spare?.kill();
  spare = started;
  return () => {
    if (spare !== started) return;
    started.kill();
    spare = undefined;
  };
}

/**
 * Runs a plugin's generator with these inputs and returns what it contributed. The same inputs give the same
 * operations, at any time and on any machine.
 * @throws {SandboxError} for everything a plugin or its process can do wrong; nothing is left running.
 */
export async function runPlugin(input: RunInput, options: RunOptions = {}): Promise<RunReport> {
  const limits = { ...defaultLimits, ...options.limits };
  const request = requestFor(input, limits);
  const worker = takeSpare(limits) ?? new WorkerProcess(workerProgram(limits.memoryMb));
  return runIn(worker, { request, files: input.files, signal: options.signal });
}

/** The same with another program in the worker's place: how the host holds against a worker that lies. */
export async function runWith(program: WorkerProgram, input: RunInput, options: RunOptions = {}): Promise<RunReport> {
  const request = requestFor(input, { ...defaultLimits, ...options.limits });
  return runIn(new WorkerProcess(program), { request, files: input.files, signal: options.signal });
}

interface Job {
  readonly request: Request;
  readonly files: RunInput['files'];
  readonly signal: AbortSignal | undefined;
}

async function runIn(worker: WorkerProcess, { request, files, signal }: Job): Promise<RunReport> {
  const start = performance.now();
  try {
    const lines = await worker.ask(request, signal);
    return readReport(lines, { limits: request.limits, wallMs: performance.now() - start, files });
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const { code, message, log, cause } = error;
    throw new SandboxError(code, message, { frames: originalFrames(error.frames, files), log, cause });
  } finally {
    worker.kill();
  }
}

function takeSpare(limits: Limits): WorkerProcess | undefined {
  if (limits.memoryMb !== defaultLimits.memoryMb || spare?.isRunning !== true) return undefined;
  const taken = spare;
  spare = undefined;
  taken.keepAlive(true);
  return taken;
}
