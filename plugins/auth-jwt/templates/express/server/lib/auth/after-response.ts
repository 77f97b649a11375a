import type { Response } from 'express';
import { log } from '../log';
import { createQueue } from './queue';

/** The pause in milliseconds, in which the response reaches the client. */
const pause = 100;

/** Further jobs are dropped: clients can repeat their request. */
const inTurn = createQueue({ workers: 1, places: 500 });

/**
 * Runs a job after the response, so that neither its result nor its duration is visible to the
 * client. Jobs run in the order of the responses. Errors are logged.
 */
export function afterResponse(res: Response, job: () => Promise<void>): void {
  res.once('close', () => {
    setTimeout(() => {
      inTurn(job).catch((error: unknown) => log.error({ err: error }, 'job after a response'));
    }, pause);
  });
}
