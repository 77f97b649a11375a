import type { Response } from 'express';
import { log } from '../log';
import { trackJob } from '../shutdown';
import { createQueue } from './queue';

/** The pause in milliseconds, in which the response reaches the client. */
const pause = 100;

/** Further jobs are dropped: clients can repeat their request. */
const inTurn = createQueue({ workers: 1, places: 500 });

/**
 * Runs a job after the response, so that neither its result nor its duration is visible to the
 * client. Jobs run in the order of the responses. Errors are logged. A server that stops waits.
 */
export function afterResponse(res: Response, job: () => Promise<void>): void {
  const ended = run(res, job).catch((error: unknown) => {
    log.error({ err: error }, 'job after a response');
  });
  trackJob(ended);
}

async function run(res: Response, job: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => void res.once('close', resolve));
  await new Promise<void>((resolve) => void setTimeout(resolve, pause));
  await inTurn(job);
}
