/** Ends a worker together with the tool of the wall around it. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Where there are process groups, every worker is started as the leader of its own. */
export const hasGroups = process.platform !== 'win32';

/** How long a tool may take to notice that what it started is gone, in milliseconds. */
const noticeMs = 200;

/**
 * Kills what the process has started first, so that it takes leave of its own child: were the tool gone first, the
 * child would be left to the system's first process, and not every container's cleans up. Then the whole group, for
 * what a tool has only just forked and not yet tied to itself.
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

/** Linux only; none anywhere else. */
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
    // It has just ended by itself.
  }
}
