import { createClient } from '@redis/client';
import { log } from '../log';
import { authConfig } from './config';

/**
 * The Redis client for attempt counts shared by several servers; undefined for a single server,
 * which counts in memory.
 */
export const redis =
  authConfig.redisUrl === undefined ? undefined : await connect(authConfig.redisUrl);

/** @throws if Redis is unreachable at startup; later failures are retried */
async function connect(url: string) {
  const client = createClient({ url, disableOfflineQueue: true });
  client.on('error', (error: Error) => log.error({ err: error }, 'Redis'));
  return client.connect();
}
