import { setTimeout as wait } from 'node:timers/promises';
import { GenlockError } from '../errors/error.ts';

/** The polling interval and the timeout, in milliseconds. */
const pause = 50;
const patience = 30_000;

/**
 * Tries to acquire a database's migration lock until this succeeds.
 *
 * @param attempt returns `undefined` while another migration holds the lock
 * @throws GenlockError `DATA_BUSY` if the other migration doesn't end
 */
export async function waitForLock<Lock>(attempt: () => Promise<Lock | undefined>): Promise<Lock> {
  for (let waited = 0; waited < patience; waited += pause) {
    const lock = await attempt();
    if (lock !== undefined) return lock;
    await wait(pause);
  }
  throw new GenlockError({ code: 'DATA_BUSY', message: 'another migration of this database is running' });
}
