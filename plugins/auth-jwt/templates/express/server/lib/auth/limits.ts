import type { Request, Response } from 'express';
import { MemoryStore, type Options, rateLimit, type Store } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import { callerKey, shareCounts } from '../rate-limit';
import { authConfig } from './config';
import { tooManyRequests } from './errors';
import { redis, replyOf } from './redis';

const windowMs = 60_000;

/** Counts sign-in attempts by address. Refuses requests above the limit per minute. */
export const limitAttempts = newLimit('auth', { limit: authConfig.rateLimit, prefix: 'attempts' });

/** Limits the requests of a sign-in that begin it, or that have a stricter limit elsewhere. */
export const limitSteps = newLimit('auth-step', { limit: 20, prefix: 'steps' });

/** Limits the requests per minute and address. @param policy its name in headers */
function newLimit(policy: string, { limit, prefix }: { limit: number; prefix: string }) {
  return rateLimit({
    windowMs,
    limit,
    identifier: policy,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: callerKey,
    // TRUST_PROXY sets the trusted proxies. Forwarding headers from untrusted sources are not a
    // configuration error.
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    store: createStore(`auth:${prefix}:`),
    handler: (_req, _res, next) => next(tooManyRequests()),
  });
}

if (redis !== undefined) {
  const client = redis;
  shareCounts((prefix) => redisStore(client, prefix));
}

/** Returns a store for counts: shared with other servers if Redis is configured. */
export function createStore(prefix: string): Store {
  return redis === undefined ? new MemoryStore() : redisStore(redis, prefix);
}

function redisStore(client: NonNullable<typeof redis>, prefix: string): RedisStore {
  return new RedisStore({
    prefix,
    sendCommand: (...args: string[]) => replyOf(client, () => client.sendCommand(args)),
  });
}

/** Counts by key in a time window; shared by several servers if Redis is configured. */
export function newCounter(prefix: string, duration: number) {
  const store = createStore(prefix);
  // Stores read only the window from the options.
  void store.init?.({ windowMs: duration } as Options);
  return {
    /** Counts one more. @returns the new count */
    count: async (key: string): Promise<number> => (await store.increment(key)).totalHits,
    /** Counts one less. */
    forget: async (key: string): Promise<void> => store.decrement(key),
    /** Returns the seconds until the window ends. */
    async wait(key: string): Promise<number> {
      const end = (await store.get?.(key))?.resetTime?.getTime() ?? Date.now() + duration;
      return Math.max(1, Math.ceil((end - Date.now()) / 1000));
    },
  };
}

/** Counts a failed attempt. @throws HttpProblem 429 if the limit is exceeded */
export async function countFailure(req: Request, res: Response): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    Promise.resolve(
      limitAttempts(req, res, (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(error);
      }),
    ).catch(reject);
  });
}

/**
 * Reads the count without an increment and sets the rate limit headers.
 * @returns the seconds until the next attempt; 0 if an attempt is left
 */
export async function showAttempts(req: Request, res: Response): Promise<number> {
  const { rateLimit: limit } = authConfig;
  const count = await limitAttempts.getKey(callerKey(req));
  // For unknown clients, the Redis store returns NaN.
  const totalHits = count?.totalHits || 0;
  const end = (totalHits > 0 && count?.resetTime?.getTime()) || Date.now() + windowMs;
  const wait = Math.max(0, Math.ceil((end - Date.now()) / 1000));
  // The header of the general limit is kept.
  res.append('RateLimit-Policy', `"auth"; q=${limit}; w=${windowMs / 1000}`);
  res.append('RateLimit', `"auth"; r=${Math.max(0, limit - totalHits)}; t=${wait}`);
  return totalHits < limit ? 0 : Math.max(1, wait);
}
