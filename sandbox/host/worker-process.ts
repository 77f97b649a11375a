/** A worker process that handles one request. The host enforces the deadline and kills the process. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { SandboxError } from '../protocol/errors.ts';
import type { SandboxErrorCode } from '../protocol/errors.ts';
import type { FatalLimit } from '../protocol/limits.ts';
import { endLine, readyLine } from '../protocol/messages.ts';
import type { Request } from '../protocol/messages.ts';
import { ownInheritedDescriptors, withoutInherited } from './descriptors.ts';
import { hasGroups, killTree } from './kill.ts';
import { locate } from './locate.ts';

/** Program of a worker; tests pass their own. */
export interface WorkerProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** Arguments that are files the worker must read. */
  readonly reads?: readonly string[];
}

/** Time limits in milliseconds: for the start, and for stopping after the deadline. */
const startMs = 20_000;
const graceMs = 500;
/** Maximum answer size in addition to the operations: the log and the worker's own line. */
const slackBytes = 4 * 1024 * 1024;
/** Exit code of a tool whose worker was killed. */
const killedBelow = 128 + 9;
const errorBytes = 16 * 1024;
const lastLine = Buffer.from(`\n${endLine}\n`);

/** Node flags. isolated-vm's addon needs some of them, and the others restrict the worker. */
export const nodeFlags = [
  '--disable-warning=PERM0001',
  '--jitless',
  '--no-node-snapshot',
  '--permission',
  '--allow-addons',
] as const;

/** Returns the worker program with a heap limit in MiB. Its last argument lists the descriptors that the worker closes. */
export function workerProgram(memoryMb: number): WorkerProgram {
  const { worker, addon } = locate();
  const args = [...nodeFlags, worker, addon, String(memoryMb), ownInheritedDescriptors().join()];
  return { file: process.execPath, args, reads: [worker, addon] };
}

/** A running worker that waits for its request. */
export class WorkerProcess {
  readonly #child: Child;
  /** Whether the worker started correctly; false if it ended first. */
  readonly ready: Promise<boolean>;
  readonly #closed: Promise<void>;
  #output: Buffer[] = [];
  #outputBytes = 0;
  #limit = slackBytes;
  /** Last bytes of the output, with the length of the end line. */
  #tail: Buffer = Buffer.alloc(0);
  #errors = '';
  #killedFor: SandboxErrorCode | undefined;
  #isKilled = false;
  /** The signal or the exit code. */
  #endReason = '';

  constructor(program: WorkerProgram) {
    this.#child = start(program);
    // Ignores write errors, because a worker that has ended is reported by its exit.
    this.#child.stdin.on('error', () => undefined);
    const ready = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => this.kill('SANDBOX_START'), startMs);
    timer.unref();
    const closed = Promise.withResolvers<void>();
    this.ready = ready.promise.finally(() => clearTimeout(timer));
    this.#closed = closed.promise;
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#take(chunk);
      if (this.#output[0]?.includes(0x0a) === true) ready.resolve(true);
    });
    this.#child.stderr.on('data', (chunk: Buffer) => {
      if (this.#errors.length < errorBytes) this.#errors += chunk.toString('latin1');
    });
    this.#child.once('error', (error) => {
      this.#errors += error.message;
    });
    this.#child.once('close', (code, signal) => {
      this.#endReason = signal ?? `exit code ${code}`;
      ready.resolve(false);
      closed.resolve();
    });
  }

  /** Sets whether the worker keeps this process alive. Prestarted workers must not. */
  keepAlive(alive: boolean): void {
    const change = alive ? 'ref' : 'unref';
    this.#child[change]();
    // Pipes are sockets, but their common type does not declare this.
    for (const pipe of this.#child.stdio) if (pipe instanceof Socket) pipe[change]();
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined;
  }

  /** Whether the worker was killed by this process, another process, or the kernel (out of memory). */
  get isKilled(): boolean {
    const { signalCode, exitCode } = this.#child;
    return this.#isKilled || signalCode === 'SIGKILL' || exitCode === killedBelow;
  }

  kill(reason?: SandboxErrorCode): void {
    this.#isKilled = true;
    this.#killedFor ??= reason;
    killTree(this.#child);
  }

  /**
   * Sends the request, waits for the process to end, and returns the answer's lines without the first line.
   *
   * @throws {SandboxError} SANDBOX_START, _TIMEOUT, _MEMORY, _FLOOD, _ABORTED, _WORKER_DIED, _PROTOCOL
   */
  async ask(request: Request): Promise<readonly string[]> {
    const { limits } = request;
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.ready;
      this.#limit = limits.outputBytes + slackBytes;
      timer = setTimeout(() => this.kill('SANDBOX_TIMEOUT'), limits.wallMs + graceMs);
      this.#child.stdin.write(`${JSON.stringify(request)}\n`);
      await this.#closed;
    } finally {
      clearTimeout(timer);
    }
    return this.#lines();
  }

  #take(chunk: Buffer): void {
    this.#outputBytes += chunk.length;
    if (this.#outputBytes > this.#limit) return this.kill('SANDBOX_FLOOD');
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-lastLine.length)]).subarray(-lastLine.length);
    if (this.#tail.equals(lastLine)) killTree(this.#child);
    const first = this.#output[0];
    // Joins chunks of the first line at once. Later chunks are joined only once at the end.
    if (first !== undefined && !first.includes(0x0a)) this.#output = [Buffer.concat([first, chunk])];
    else this.#output.push(chunk);
  }

  #lines(): readonly string[] {
    if (this.#killedFor !== undefined) throw failed(this.#killedFor);
    const text = Buffer.concat(this.#output).toString('utf8');
    const lines = text.split('\n');
    if (text === '') throw failed('SANDBOX_START', this.#endReason);
    if (lines[0] !== readyLine) throw failed('SANDBOX_PROTOCOL');
    if (lines.length < 3) {
      const outOfMemory = /out of memory|allocation failed|invalid table size|bad_alloc/i.test(this.#errors);
      throw failed(outOfMemory ? 'SANDBOX_MEMORY' : 'SANDBOX_WORKER_DIED', this.#endReason);
    }
    // An answer without a final line break was cut off.
    if (lines.at(-1) !== '') throw failed('SANDBOX_WORKER_DIED', this.#endReason);
    return lines.slice(1, lines.at(-2) === endLine ? -2 : -1);
  }
}

/** A process with three pipes. */
type Child = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable; readonly stderr: Readable };

/** Starts a process without the environment and the inherited descriptors of this process. */
function start({ file, args }: WorkerProgram): Child {
  const env = process.platform === 'win32' ? { TZ: 'UTC', SystemRoot: process.env['SystemRoot'] } : { TZ: 'UTC' };
  try {
    const options = { cwd: '/', env, windowsHide: true, detached: hasGroups };
    const child = withoutInherited((stdio) => spawn(file, args, { ...options, stdio }));
    if (hasPipes(child)) return child;
  } catch (cause) {
    throw new SandboxError('SANDBOX_START', 'the worker process cannot be started', { cause });
  }
  throw new SandboxError('SANDBOX_START', 'the worker process has no pipes');
}

function hasPipes(child: ChildProcess): child is Child {
  return child.stdin !== null && child.stdout !== null && child.stderr !== null;
}

function failed(code: SandboxErrorCode, detail = ''): SandboxError {
  return new SandboxError(code, sentences[code] ?? `the worker process ended (${detail})`, { limit: limits[code] });
}

/** The most likely limits if only the end of the process is known. */
const limits: { readonly [Code in SandboxErrorCode]?: FatalLimit } = {
  SANDBOX_TIMEOUT: 'wallMs',
  SANDBOX_MEMORY: 'processMemoryMb',
};

const sentences: { readonly [Code in SandboxErrorCode]?: string } = {
  SANDBOX_TIMEOUT: 'the run took longer than its limit',
  SANDBOX_MEMORY: 'the run used more memory than its limit',
  SANDBOX_FLOOD: 'the worker wrote more than an answer can hold',
  SANDBOX_ABORTED: 'the run was stopped',
  SANDBOX_PROTOCOL: 'the worker sent output outside the protocol',
};
