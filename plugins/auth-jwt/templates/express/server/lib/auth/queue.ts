import { busy } from './errors';

interface QueueOptions {
  /** The maximum number of concurrent jobs. */
  readonly workers: number;
  /** The maximum number of waiting jobs. */
  readonly places: number;
}

/**
 * Creates a queue that runs jobs in order, with limited concurrency.
 * @returns a function that runs a job; throws HttpProblem 503 if the queue is full
 */
export function createQueue({ workers, places }: QueueOptions) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function run<Result>(job: () => Promise<Result>): Promise<Result> {
    if (running < workers) running += 1;
    else {
      if (waiting.length >= places) throw busy(5);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await job();
    } finally {
      // Passes the worker directly to the next job, so that no later job can take it first.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
