/** One worker process: started, asked once, and gone. This side owns the deadline and the kill. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { Socket } from 'node:net';
import { SandboxError } from '../protocol/errors.ts';
import type { SandboxErrorCode } from '../protocol/errors.ts';
import type { FatalLimit } from '../protocol/limits.ts';
import { endLine, readyLine } from '../protocol/messages.ts';
import type { Request } from '../protocol/messages.ts';
import { hasGroups, killTree } from './kill.ts';
import { locate } from './locate.ts';

/** What a worker is started as; tests put a double here. */
export interface WorkerProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** Files among the arguments: what it has to be able to read. */
  readonly reads?: readonly string[];
}

/** How long a worker may take to get ready, and to stop by itself once its time is up, in milliseconds. */
const startMs = 20_000;
const graceMs = 500;
/** What an answer may hold beside the operations: the log and the worker's own line. */
const slackBytes = 4 * 1024 * 1024;
/** What a tool ends with when the worker behind it was killed. */
const killedBelow = 128 + 9;
const errorBytes = 16 * 1024;
const lastLine = Buffer.from(`\n${endLine}\n`);

/** Without them isolated-vm's addon doesn't load, or the worker could do more than load it. */
export const nodeFlags = [
  '--disable-warning=PERM0001',
  '--jitless',
  '--no-node-snapshot',
  '--permission',
  '--allow-addons',
] as const;

/** The real worker, with a heap of that many MiB. */
export function workerProgram(memoryMb: number): WorkerProgram {
  const { worker, addon } = locate();
  return { file: process.execPath, args: [...nodeFlags, worker, addon, String(memoryMb)], reads: [worker, addon] };
}

/** A running worker that waits for its one request. */
export class WorkerProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  /** Whether it got ready; otherwise it has ended, or said something else. */
  readonly ready: Promise<boolean>;
  readonly #closed: Promise<void>;
  #output: Buffer[] = [];
  #outputBytes = 0;
  #limit = slackBytes;
  /** The last bytes of the output: as many as the line that ends it. */
  #tail: Buffer = Buffer.alloc(0);
  #errors = '';
  #killedFor: SandboxErrorCode | undefined;
  #isKilled = false;
  #end = '';

  constructor(program: WorkerProgram) {
    this.#child = start(program);
    // A request to a worker that has just died is answered by its end, not by the pipe.
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
      this.#end = signal ?? `exit code ${code}`;
      ready.resolve(false);
      closed.resolve();
    });
  }

  /** Whether it keeps the host's process alive; a spare one shouldn't. */
  keepAlive(alive: boolean): void {
    const change = alive ? 'ref' : 'unref';
    this.#child[change]();
    // Pipes are sockets; their common type doesn't say so.
    for (const pipe of this.#child.stdio) if (pipe instanceof Socket) pipe[change]();
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined;
  }

  /** Whether it was ended from outside, by this side or by anybody else, or by the kernel when memory ran out. */
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
   * Sends the request and gives back the lines of the answer, without the first, once the process has ended.
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
    // The first line may come in pieces; what follows it is only put together once.
    if (first !== undefined && !first.includes(0x0a)) this.#output = [Buffer.concat([first, chunk])];
    else this.#output.push(chunk);
  }

  #lines(): readonly string[] {
    if (this.#killedFor !== undefined) throw failed(this.#killedFor);
    const text = Buffer.concat(this.#output).toString('utf8');
    const lines = text.split('\n');
    if (text === '') throw failed('SANDBOX_START', this.#reason());
    if (lines[0] !== readyLine) throw failed('SANDBOX_PROTOCOL');
    if (lines.length < 3) {
      const outOfMemory = /out of memory|allocation failed|invalid table size|bad_alloc/i.test(this.#errors);
      throw failed(outOfMemory ? 'SANDBOX_MEMORY' : 'SANDBOX_WORKER_DIED', this.#reason());
    }
    // The last line ends too, or the answer was cut off.
    if (lines.at(-1) !== '') throw failed('SANDBOX_WORKER_DIED', this.#reason());
    return lines.slice(1, lines.at(-2) === endLine ? -2 : -1);
  }

  #reason(): string {
    return this.#end;
  }
}

/** Nothing of this process's environment goes along. */
function start({ file, args }: WorkerProgram): ChildProcessWithoutNullStreams {
  const env = process.platform === 'win32' ? { TZ: 'UTC', SystemRoot: process.env['SystemRoot'] } : { TZ: 'UTC' };
  try {
    return spawn(file, args, { cwd: '/', env, windowsHide: true, detached: hasGroups });
  } catch (cause) {
    throw new SandboxError('SANDBOX_START', "the worker process can't be started", { cause });
  }
}

function failed(code: SandboxErrorCode, detail = ''): SandboxError {
  return new SandboxError(code, sentences[code] ?? `the worker process ended (${detail})`, { limit: limits[code] });
}

/** The limit that is the likeliest cause where only the end of the process is known. */
const limits: { readonly [Code in SandboxErrorCode]?: FatalLimit } = {
  SANDBOX_TIMEOUT: 'wallMs',
  SANDBOX_MEMORY: 'processMemoryMb',
};

const sentences: { readonly [Code in SandboxErrorCode]?: string } = {
  SANDBOX_TIMEOUT: 'the run took longer than its limit',
  SANDBOX_MEMORY: 'the run used more memory than its limit',
  SANDBOX_FLOOD: 'the worker wrote more than an answer can hold',
  SANDBOX_ABORTED: 'the run was stopped',
  SANDBOX_PROTOCOL: 'the worker said something that is not part of the protocol',
};
