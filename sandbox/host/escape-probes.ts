/** What a worker must not be able to do, as small programs that try it: they exit with 0 if they can. */
import { execFile } from 'node:child_process';
import type { WorkerProgram } from './worker-process.ts';

/** What an attempt is aimed at. */
export interface Target {
  /** A file of this machine, absolute. */
  readonly file: string;
  /** A port this process listens at, on 127.0.0.1. */
  readonly port: number;
  /** More memory than the worker may have, in bytes. */
  readonly bytes: number;
}

const refused = 'process.exitCode = 9;';

/** Each takes a `Target` as JSON. */
export const attempts = {
  /** Always succeeds, unless nothing runs at all. */
  nothing: '',
  openFile: `require('fs').closeSync(require('fs').openSync(target.file));`,
  /** Succeeds if any of the three does. */
  leaveNode: `const tries = [() => require('fs').openSync(target.file),
    () => { if (require('child_process').spawnSync(process.execPath, ['--version']).error) throw 0; },
    () => new (require('worker_threads').Worker)('', { eval: true })];
    if (!tries.some((attempt) => { try { attempt(); return true; } catch {} })) ${refused}`,
  connect: `require('net').connect(target.port, '127.0.0.1', function () { this.destroy(); }).on('error', () => { ${refused} });`,
  /** Asked for and not touched: the machine needn't have it. */
  allocate: 'new ArrayBuffer(target.bytes);',
  compile: `if (typeof WebAssembly === 'undefined') ${refused}`,
} as const;
export type EscapeProbe = keyof typeof attempts;

/** This Node running an attempt, so that it can be put behind a wall, or given flags. */
export function attemptProgram(
  attempt: EscapeProbe,
  { target, flags = [] }: { readonly target: Target; readonly flags?: readonly string[] },
): WorkerProgram {
  const script = `const target = ${JSON.stringify(target)}; ${attempts[attempt]}`;
  return { file: process.execPath, args: [...flags, '-e', script] };
}

/** Whether the program could do what it tried. However it fails, it couldn't. */
export function succeeds({ file, args }: WorkerProgram): Promise<boolean> {
  const options = { cwd: '/', env: {}, timeout: 20_000, killSignal: 'SIGKILL', windowsHide: true } as const;
  return new Promise((resolve) => {
    execFile(file, args, options, (error) => resolve(error === null));
  });
}
