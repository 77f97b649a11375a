/** Probes for actions that a worker must not be able to do. A probe exits with 0 if the action succeeds. */
import { execFile, spawn } from 'node:child_process';
import type { StdioOptions } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { inheritedDescriptors } from './descriptors.ts';
import { findTool } from './isolation.ts';
import type { WorkerProgram } from './worker-process.ts';

/** Targets of a probe. */
export interface Target {
  /** An existing file, absolute path. */
  readonly file: string;
  /** A port on 127.0.0.1 where this process listens. */
  readonly port: number;
  /** More memory than the worker may use, in bytes. */
  readonly bytes: number;
}

const refused = 'process.exitCode = 9;';

/** Programs that receive a `Target` as JSON. */
export const attempts = {
  /** Always succeeds if the program can start. */
  nothing: '',
  openFile: `require('fs').closeSync(require('fs').openSync(target.file));`,
  /** Succeeds if at least one of the three actions succeeds. */
  leaveNode: `const tries = [() => require('fs').openSync(target.file),
    () => { if (require('child_process').spawnSync(process.execPath, ['--version']).error) throw 0; },
    () => new (require('worker_threads').Worker)('', { eval: true })];
    if (!tries.some((attempt) => { try { attempt(); return true; } catch {} })) ${refused}`,
  connect: `require('net').connect(target.port, '127.0.0.1', function () { this.destroy(); }).on('error', () => { ${refused} });`,
  /** Reserves address space only, so the machine does not need this much memory. */
  allocate: 'new ArrayBuffer(target.bytes);',
  /** The mount table contains the paths of all mounted files on this machine. */
  readMounts: `require('fs').readFileSync('/proc/self/mountinfo');`,
  compile: `if (typeof WebAssembly === 'undefined') ${refused}`,
} as const;
export type EscapeProbe = keyof typeof attempts;

/** Creates a program that runs a probe with Node, to be started in an isolation or with flags. */
export function attemptProgram(
  attempt: EscapeProbe,
  { target, flags = [] }: { readonly target: Target; readonly flags?: readonly string[] },
): WorkerProgram {
  const script = `const target = ${JSON.stringify(target)}; ${attempts[attempt]}`;
  return { file: process.execPath, args: [...flags, '-e', script] };
}

/** Returns whether the probe succeeded. Any error counts as failure. */
export function succeeds({ file, args }: WorkerProgram): Promise<boolean> {
  const options = { cwd: '/', env: {}, timeout: 20_000, killSignal: 'SIGKILL', windowsHide: true } as const;
  return new Promise((resolve) => {
    execFile(file, args, options, (error) => resolve(error === null));
  });
}

/** Creates a program that creates a user namespace, or only starts; `undefined` if unshare is not installed. */
export function namespaceProgram(attempt: 'nothing' | 'create'): WorkerProgram | undefined {
  const unshare = findTool('unshare');
  if (unshare === undefined) return undefined;
  const args = attempt === 'create' ? ['--user', unshare, '--version'] : ['--version'];
  return { file: unshare, args, reads: [unshare] };
}

/** Number of the descriptor that the probe leaves open. Node marks lower descriptors of its parent as not inherited. */
const left = 60;

/**
 * Returns whether a process can read a file that the parent of its parent left open.
 *
 * @param isGuarded whether its parent starts it without inherited descriptors
 */
export function inheritsFile(file: string, { isGuarded }: { readonly isGuarded: boolean }): Promise<boolean> {
  const reader = `if (!require('fs').fstatSync(${left}).isFile()) ${refused}`;
  const script = `const fs = require('fs');
    const inherited = (${inheritedDescriptors.toString()})(fs);
    const nothing = fs.openSync('/dev/null');
    const stdio = Array.from({ length: ${left + 1} }, (_, number) =>
      ${isGuarded} && number > 2 && inherited.includes(number) ? nothing : 'ignore');
    const { status } = require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(reader)}], { stdio });
    process.exitCode = status === 0 ? 0 : 9;`;
  const open = openSync(file, 'r');
  const stdio: StdioOptions = Array.from({ length: left + 1 }, (_, number) => (number === left ? open : 'ignore'));
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['-e', script], { stdio, env: {}, timeout: 20_000, killSignal: 'SIGKILL' });
    closeSync(open);
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}
