import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    notVerified?: NotVerified;
  }
}

/** Why a test couldn't run on this machine, and what would make it run. */
export interface NotVerified {
  readonly reason: string;
  readonly remedy: string;
}

/**
 * Leaves a test that this machine can't run. It is reported as not verified and counts neither as passed nor as failed;
 * a test skipped in any other way fails the run.
 *
 * @param why e.g. `{ reason: 'no Chromium', remedy: 'apt-get install chromium' }`
 */
export function notVerified(context: TestContext, why: NotVerified): never {
  context.task.meta.notVerified = why;
  context.skip(`${why.reason}; ${why.remedy}`);
}
