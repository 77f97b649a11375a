/**
 * Entry of the child process. Starts an isolate, reports that it is ready, runs one request, answers and ends. The
 * process has an empty environment and Node's permission model. Its arguments are the addon's path, the heap limit, and
 * the descriptors to close.
 */
import { closeSync } from 'node:fs';
import type ivm from 'isolated-vm';
import type { Failure } from '../protocol/errors.ts';
import type { Answer, Request } from '../protocol/messages.ts';
import { limitCodes } from '../protocol/limit-codes.ts';
import { readyLine } from '../protocol/messages.ts';
import { endByHost, endWithHost, readRequest, writeLine } from './channel.ts';
import { failureOf, memoryFailure, processMemoryFailure, processorFailure } from './failures.ts';
import { Linker, type GuestRuntime } from './modules.ts';

/** The guest's bundle, inserted by the build. */
declare const GUEST_SOURCE: string;

const [addonPath = '', memoryMb = '128', inherited = ''] = process.argv.slice(2);
let runtime: GuestRuntime | undefined;
/** Processor time before the plugin's first module ran, in milliseconds. */
let before = 0;

void main();

async function main(): Promise<void> {
  for (const number of inherited.split(',').filter(Boolean)) closeSync(Number(number));
  runtime = boot(loadAddon());
  writeLine(readyLine);
  const request = readRequest();
  endWithHost();
  watch(request);
  await run(runtime, request);
}

function loadAddon(): typeof ivm {
  const holder: { exports: { ivm?: typeof ivm } } = { exports: {} };
  process.dlopen(holder, addonPath);
  // Not every Node with permissions can drop them, and Node's types omit this function.
  const drop: unknown = Reflect.get(process.permission ?? {}, 'drop');
  if (typeof drop === 'function') {
    for (const scope of ['addon', 'fs', 'child', 'worker', 'wasi']) Reflect.apply(drop, process.permission, [scope]);
  }
  if (holder.exports.ivm === undefined) throw new Error('the addon is not isolated-vm');
  return holder.exports.ivm;
}

function boot(addon: typeof ivm): GuestRuntime {
  const isolate = new addon.Isolate({
    memoryLimit: Number(memoryMb),
    onCatastrophicError: answerOutOfMemory,
  });
  const context = isolate.createContextSync();
  const guest = isolate.compileModuleSync(GUEST_SOURCE, { filename: 'genlock:guest' });
  guest.instantiateSync(context, () => {
    throw new Error('the guest imports nothing');
  });
  guest.evaluateSync();
  return { isolate, context, guest };
}

async function run(on: GuestRuntime, given: Request): Promise<void> {
  try {
    const linker = new Linker(on, given);
    const entry = linker.link();
    before = cpuTime();
    await evaluateAll(entry, { linker, wallMs: given.limits.wallMs });
    if (cpuTime() - before > given.limits.cpuMs) answerFailed(processorFailure);
    const refusal = readRefusal();
    if (refusal !== undefined) answerFailed(refusal);
    answerResult(entry.namespace.getSync('result'), given);
  } catch (error) {
    answer({ status: 'failed', failure: readRefusal() ?? failureOf(error, on.isolate.isDisposed) });
  }
}

/** Evaluates the entry module. Then, each time the isolate is idle, evaluates the module of a pending `import()`. */
async function evaluateAll(
  entry: ivm.Module,
  { linker, wallMs }: { readonly linker: Linker; readonly wallMs: number },
): Promise<void> {
  const end = performance.now() + wallMs;
  let module: ivm.Module | undefined = entry;
  while (module !== undefined) {
    // Evaluates on another thread, so that this thread can run the watchdog and notice the host's end.
    await module.evaluate({ timeout: Math.max(1, Math.ceil(end - performance.now())) });
    const wanted = exported('wanted');
    module = typeof wanted === 'string' ? linker.linkLater(wanted) : undefined;
  }
}

function answerResult(result: unknown, { limits }: Request): void {
  if (result === undefined) return refuseResult('SANDBOX_NEVER_SETTLED', "the generator's promise never settled");
  if (typeof result !== 'string' || /[\r\n]/.test(result))
    return refuseResult('SANDBOX_RESULT', 'the result is not JSON');
  if (Buffer.byteLength(result) > limits.outputBytes) {
    const message = `the operations exceed a limit of ${limits.outputBytes} bytes`;
    return answerFailed({ code: limitCodes.outputBytes, message, frames: [], limit: 'outputBytes' });
  }
  return answer({ status: 'done' }, result);
}

function refuseResult(code: Failure['code'], message: string): never {
  answerFailed({ code, message, frames: [] });
}

type Outcome = { readonly status: 'done' } | { readonly status: 'failed'; readonly failure: Failure };

function answerOutOfMemory(): void {
  answerAbandoned(memoryFailure);
}

/** Answers without access to the isolate, whose thread may be running or blocked. */
function answerAbandoned(failure: Failure): never {
  runtime = undefined;
  answerFailed(failure);
}

function answerFailed(failure: Failure): never {
  answer({ status: 'failed', failure });
}

/** Sends the answer and ends this process. */
function answer(outcome: Outcome, result?: string): never {
  const cost = { cpuMs: cpuTime(), memoryBytes: memoryBytes() };
  writeLine(JSON.stringify({ ...outcome, log: readLog(), cost } satisfies Answer));
  if (result !== undefined) writeLine(result);
  endByHost();
}

/** Returns processor time in milliseconds; 0 if the isolate is disposed. */
function cpuTime(): number {
  try {
    return Number(runtime?.isolate.cpuTime ?? 0n) / 1e6;
  } catch {
    return 0;
  }
}

/**
 * Returns the resident memory, or the peak without `/proc`. The peak alone is not used, because it can include the memory
 * of the process that started this one.
 */
function memoryBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

function readLog(): string {
  const log = exported('log');
  return typeof log === 'string' ? log : '';
}

/** Returns the guest's first refusal if the run ended before it could answer. */
function readRefusal(): Failure | undefined {
  const text = exported('refused');
  try {
    const failure: Failure | undefined = typeof text === 'string' ? JSON.parse(text) : undefined;
    return failure;
  } catch {
    return undefined;
  }
}

function exported(name: string): unknown {
  try {
    return runtime?.guest.namespace.getSync(name);
  } catch {
    return undefined;
  }
}

/** Checks memory and processor time of the process regularly. isolated-vm's heap limit is not exact. */
function watch({ limits }: Request): void {
  const most = limits.processMemoryMb * 1024 * 1024;
  setInterval(() => {
    if (memoryBytes() > most) answerAbandoned(processMemoryFailure);
    if (cpuTime() - before > limits.cpuMs) answerAbandoned(processorFailure);
  }, 20);
}
