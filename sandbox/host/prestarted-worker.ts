/** Starts a worker before its run. The module has few imports, so that the start does not wait for other modules. */
import { defaultLimits } from '../protocol/limits.ts';
import type { Limits } from '../protocol/limits.ts';
import { WorkerStart } from './start.ts';
import { workerProgram } from './worker-process.ts';

let prestarted: WorkerStart | undefined;

/**
 * Starts a worker ahead of its run, in parallel with the caller's other work. The worker does not keep this process
 * alive and ends with it. A run with another heap size or higher limits starts its own worker. If the start fails, the
 * run reports the error.
 *
 * @returns a function that stops the worker if no run has taken it
 */
export function prestartWorker(): () => void {
  let started: WorkerStart;
  try {
    started = new WorkerStart(workerProgram(defaultLimits.memoryMb), defaultLimits);
  } catch {
    return () => undefined;
  }
  started.keepAlive(false);
  prestarted?.kill();
  prestarted = started;
  return () => {
    if (prestarted !== started) return;
    started.kill();
    prestarted = undefined;
  };
}

/**
 * Returns the prestarted worker if its limits are sufficient. The kernel enforces some limits from the start, so a run
 * with higher limits needs its own worker.
 */
export function takePrestartedWorker(limits: Limits): WorkerStart | undefined {
  const { memoryMb, processMemoryMb, cpuMs } = defaultLimits;
  if (limits.memoryMb !== memoryMb || limits.processMemoryMb > processMemoryMb || limits.cpuMs > cpuMs)
    return undefined;
  if (prestarted?.isRunning !== true) return undefined;
  const taken = prestarted;
  prestarted = undefined;
  taken.keepAlive(true);
  return taken;
}
