/** Runs one plugin once in a separate process. */
import { SandboxError } from '../protocol/errors.ts';
import type { Limits } from '../protocol/limits.ts';
import { defaultLimits } from '../protocol/limits.ts';
import type { Request } from '../protocol/messages.ts';
import { requestFor } from './input.ts';
import type { RunInput } from './input.ts';
import { readReport } from './report.ts';
import type { RunReport } from './report.ts';
import { originalFrames } from './source-map.ts';
import type { SandboxLayer } from './layers.ts';
import { takePrestartedWorker } from './prestarted-worker.ts';
import { WorkerStart } from './start.ts';
import type { Isolation } from './isolation.ts';
import { workerProgram } from './worker-process.ts';
import type { WorkerProgram } from './worker-process.ts';

export interface RunOptions {
  /** Limits that differ from `defaultLimits`. */
  readonly limits?: Partial<Limits>;
  /** Kills the worker when aborted. */
  readonly signal?: AbortSignal;
  /** Required layers. The plugin does not run if one is missing. */
  readonly require?: readonly SandboxLayer[];
}

/**
 * Runs a plugin's generator and returns its operations. The same inputs produce the same operations at any time and on
 * any machine.
 *
 * @throws {SandboxError} for any error of the plugin or its process; no process remains
 */
export async function runPlugin(input: RunInput, options: RunOptions = {}): Promise<RunReport> {
  const limits = { ...defaultLimits, ...options.limits };
  const request = requestFor(input, limits);
  const start = takePrestartedWorker(limits) ?? new WorkerStart(workerProgram(limits.memoryMb), limits);
  return runIn(start, { request, files: input.files, options });
}

/** Runs another program instead of the worker, to test the host against a compromised worker. */
export async function runWith(
  program: WorkerProgram,
  input: RunInput,
  { isolations, ...options }: RunOptions & { readonly isolations?: readonly Isolation[] } = {},
): Promise<RunReport> {
  const limits = { ...defaultLimits, ...options.limits };
  const request = requestFor(input, limits);
  return runIn(new WorkerStart(program, limits, isolations ?? bare), { request, files: input.files, options });
}

const bare: readonly Isolation[] = [{ name: 'none', layers: [], around: (program) => program }];

interface Job {
  readonly request: Request;
  readonly files: RunInput['files'];
  readonly options: RunOptions;
}

async function runIn(start: WorkerStart, { request, files, options }: Job): Promise<RunReport> {
  const began = performance.now();
  const abort = (): void => start.kill('SANDBOX_ABORTED');
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    if (options.signal?.aborted === true) abort();
    const { process, isolation } = await start.worker;
    const { layers } = isolation;
    checkLayers(layers, options.require ?? []);
    const lines = await process.ask(request);
    return readReport(lines, { limits: request.limits, wallMs: performance.now() - began, files, layers });
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const { code, message, log, cause, limit } = error;
    throw new SandboxError(code, message, { frames: originalFrames(error.frames, files), log, cause, limit });
  } finally {
    options.signal?.removeEventListener('abort', abort);
    start.kill();
  }
}

/** Checks the required layers before the plugin is sent to the worker. */
function checkLayers(live: readonly SandboxLayer[], required: readonly SandboxLayer[]): void {
  const missing = required.filter((layer) => !live.includes(layer));
  if (missing.length === 0) return;
  throw new SandboxError('SANDBOX_LAYER_MISSING', `the sandbox has no ${missing.join(', ')} on this machine`);
}
