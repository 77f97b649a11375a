import { randomUUID } from 'node:crypto';
import { log } from '../log';
import { trackJob } from '../shutdown';
import { attempt, pauses } from './attempt';
import type { NamedJob } from './registry';

/** The most attempts of one job at the same time. */
export const most = 5;

/** Node ends longer timers at once. */
const longestTimer = 2 ** 31 - 1;

interface Entry {
  readonly id: string;
  readonly job: NamedJob;
  readonly data: unknown;
  /** The number of the next attempt. */
  number: number;
}

/** A queue in the memory of the process. A crash loses its jobs. */
export interface MemoryQueue {
  add(job: NamedJob, data: unknown, after?: Date): void;
  /** Runs jobs from now on, also those that wait already. */
  start(): void;
  /** Waits until no job runs. Attempts that still run after `ms` are aborted. */
  stop(ms: number): Promise<void>;
  /** Removes all jobs and logs their number. */
  close(): void;
  /** Takes all jobs out of the queue. For tests, which never start it. */
  takeAll(): readonly Pick<Entry, 'id' | 'job' | 'data'>[];
}

/** Creates an empty queue that does not run jobs yet. */
export function createMemoryQueue(): MemoryQueue {
  const ready = new Set<Entry>();
  const delayed = new Map<Entry, NodeJS.Timeout>();
  const running = new Map<Promise<void>, NamedJob>();
  let isStarted = false;
  let stopping = new AbortController();

  function wait(entry: Entry, ms: number): void {
    delayed.delete(entry);
    if (ms > 0) {
      const step = Math.min(ms, longestTimer);
      delayed.set(entry, setTimeout(() => wait(entry, ms - step), step).unref());
    } else {
      ready.add(entry);
      runReady();
    }
  }

  function runReady(): void {
    if (!isStarted) return;
    for (const entry of ready) {
      const busy = [...running.values()].filter((job) => job === entry.job).length;
      if (busy >= most) continue;
      ready.delete(entry);
      const run = runEntry(entry).finally(() => {
        running.delete(run);
        runReady();
      });
      running.set(run, entry.job);
      trackJob(run);
    }
  }

  async function runEntry(entry: Entry): Promise<void> {
    const { job, number } = entry;
    if (await attempt(job, { ...entry, stopping: stopping.signal })) return;
    if (number > job.retries) return;
    entry.number += 1;
    const pause = pauses.first * 2 ** number * (0.5 + Math.random() / 2);
    wait(entry, Math.min(pauses.longest, pause) * 1000);
  }

  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all(running.keys());
  }

  return {
    add(job, data, after) {
      wait({ id: randomUUID(), job, data, number: 1 }, (after?.getTime() ?? 0) - Date.now());
    },
    start() {
      isStarted = true;
      stopping = new AbortController();
      runReady();
    },
    async stop(ms) {
      const controller = stopping;
      setTimeout(() => controller.abort(), ms).unref();
      await idle();
    },
    close() {
      isStarted = false;
      const lost = takeAll().length;
      if (lost > 0) log.error({ code: 'jobs_lost', count: lost }, 'jobs lost');
    },
    takeAll,
  };

  function takeAll(): readonly Entry[] {
    const entries = [...delayed.keys(), ...ready];
    for (const timer of delayed.values()) clearTimeout(timer);
    delayed.clear();
    ready.clear();
    return entries;
  }
}

/** The queue of this process. */
export const memoryQueue = createMemoryQueue();
