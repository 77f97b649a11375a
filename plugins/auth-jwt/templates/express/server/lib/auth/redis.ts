import { createClient } from '@redis/client';
import { log } from '../log';
import { SetupProblem } from '../setup-problem';
import { authConfig } from './config';

/**
 * The Redis client for attempt counts shared by several servers; undefined for a single server,
 * which counts in memory.
 */
export const redis =
  authConfig.redisUrl === undefined ? undefined : await connect(authConfig.redisUrl);

/**
 * Retries after a lost connection. Without this strategy, the client would also retry the first
 * connection without an end.
 * @throws if Redis is unreachable at startup
 */
async function connect(url: string) {
  let wasConnected = false;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      reconnectStrategy: (retries) => wasConnected && Math.min(50 * 2 ** retries, 2000),
    },
  });
  client.on('error', (error: Error) => {
    if (wasConnected) log.error({ err: error }, 'Redis');
  });
  await client.connect().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupProblem(`Redis is unreachable: ${reason}.`, {
      code: 'redis_unreachable',
      advice: 'Start Redis, or correct REDIS_URL.',
    });
  });
  wasConnected = true;
  return client;
}
