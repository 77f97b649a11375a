import { createClient } from '@redis/client';
import { log } from '../log';
import { authConfig } from './config';

/** Where attempts are counted if there are several servers; undefined if there is one, which counts by itself. */
export const redis =
  authConfig.redisUrl === undefined ? undefined : await connect(authConfig.redisUrl);

/** @throws if there is nobody at the address when the application starts; later it tries again */
async function connect(url: string) {
  const client = createClient({ url, disableOfflineQueue: true });
  client.on('error', (error: Error) => log.error({ err: error }, 'Redis'));
  return client.connect();
}
