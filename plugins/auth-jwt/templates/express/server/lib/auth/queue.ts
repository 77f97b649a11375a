import { busy } from './errors';

interface QueueOptions {
  /** Jobs at a time. */
  readonly workers: number;
  /** Jobs that may wait. */
  readonly places: number;
}

/**
 * Lets jobs run a few at a time, in the order they came.
 * @returns runs a job; throws HttpProblem 503 if too many wait already
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
      // Whoever is next takes over the worker as it is, so that nobody comes between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
