import { createClient, SocketTimeoutError } from '@redis/client';
import { log } from '../log';
import { SetupProblem } from '../setup-problem';
import { authConfig } from './config';
import { busy } from './errors';

/** The longest waits for Redis, in milliseconds. A connection without a reply is closed. */
const patience = { reply: 2000, connection: 5000 };

/**
 * The Redis client for attempt counts shared by several servers; undefined for a single server,
 * which counts in memory.
 */
export const redis =
  authConfig.redisUrl === undefined ? undefined : await connect(authConfig.redisUrl);

/** Whether a command has no reply yet after the longest wait. */
let isSilent = false;

/**
 * Returns the result of commands.
 * @throws HttpProblem 503 if Redis is unreachable or does not reply in time
 */
export async function replyOf<Result>(
  client: NonNullable<typeof redis>,
  send: () => Promise<Result>,
): Promise<Result> {
  // Later requests do not wait for the same reply.
  if (isSilent || !client.isReady) throw busy(5);
  const reply = send().finally(() => {
    isSilent = false;
  });
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isSilent = true;
      log.error({ code: 'redis_silent' }, 'Redis does not reply');
      reject(busy(5));
    }, patience.reply);
  });
  return Promise.race([reply, limit]).finally(() => clearTimeout(timer));
}

/**
 * Retries after a lost connection. Without this strategy, the client would also retry the first
 * connection without an end.
 * @throws SetupProblem if Redis is unreachable or does not reply at startup
 */
async function connect(url: string) {
  let wasConnected = false;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    // Keeps a connection without commands open.
    pingInterval: patience.connection / 2,
    socket: {
      connectTimeout: patience.connection,
      socketTimeout: patience.connection,
      reconnectStrategy: (retries) => wasConnected && Math.min(50 * 2 ** retries, 2000),
    },
  });
  client.on('error', (error: Error) => {
    if (wasConnected) log.error({ err: error }, 'Redis');
  });
  await client.connect().catch((error: unknown) => {
    throw new SetupProblem(`Redis is unreachable: ${reasonOf(error)}.`, {
      code: 'redis_unreachable',
      advice: 'Start Redis, or correct REDIS_URL.',
    });
  });
  wasConnected = true;
  return client;
}

function reasonOf(error: unknown): string {
  if (error instanceof SocketTimeoutError) {
    return `the server does not reply within ${patience.connection / 1000} seconds`;
  }
  return error instanceof Error ? error.message : String(error);
}
