/** Ends a worker and its isolation tools. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Platforms with process groups. Every worker leads its own group there. */
export const hasGroups = process.platform !== 'win32';

/** Time for a tool to notice that its child process ended, in milliseconds. */
const noticeMs = 200;

/**
 * Kills the tool's child process first, so that the tool can reap it. Otherwise the child would become a zombie in
 * containers whose init process does not reap children. Then kills the whole group, including processes that the tool
 * forked just now.
 */
export function killTree(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || hasEnded(child)) return;
  const children = childrenOf(pid);
  if (children.length === 0) return killGroup(child);
  for (const one of children) signal(one);
  const timer = setTimeout(() => killGroup(child), noticeMs);
  timer.unref();
  child.once('exit', () => clearTimeout(timer));
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || hasEnded(child)) return;
  if (hasGroups) signal(-child.pid);
  else child.kill('SIGKILL');
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Lists child process ids. Empty on platforms other than Linux. */
function childrenOf(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  } catch {
    return [];
  }
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
