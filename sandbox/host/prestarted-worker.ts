/** A worker that is started before there is anything to run. It stands alone, so that it can start before the rest is loaded. */
import { defaultLimits } from '../protocol/limits.ts';
import type { Limits } from '../protocol/limits.ts';
import { WorkerStart } from './start.ts';
import { workerProgram } from './worker-process.ts';

let spare: WorkerStart | undefined;

/**
 * Starts a worker ahead of its run, so that the start hides behind the caller's other work. It doesn't keep this
 * process alive, and ends with it. A run with another heap, or that may use more than the default, starts its own. Where no worker can be started,
 * the run is what says so.
 * @returns stops the worker if no run has taken it.
 */
export function prestartWorker(): () => void {
  let started: WorkerStart;
  try {
    started = new WorkerStart(workerProgram(defaultLimits.memoryMb), defaultLimits);
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

/** The spare worker, if a run with these limits can have it: they are the kernel's too, so one that may use more needs its own. */
export function takePrestartedWorker(limits: Limits): WorkerStart | undefined {
  const { memoryMb, processMemoryMb, cpuMs } = defaultLimits;
  if (limits.memoryMb !== memoryMb || limits.processMemoryMb > processMemoryMb || limits.cpuMs > cpuMs)
    return undefined;
  if (spare?.isRunning !== true) return undefined;
  const taken = spare;
  spare = undefined;
  taken.keepAlive(true);
  return taken;
}
