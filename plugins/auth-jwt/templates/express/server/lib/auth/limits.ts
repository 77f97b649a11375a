import type { Request, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import { authConfig } from './config';
import { busy, tooManyRequests } from './errors';
import { redis } from './redis';

const windowMs = 60_000;
/** An IPv6 user usually controls a whole /64 network, so the limit applies to the network. */
const networkBits = 64;

/** Counts sign-in attempts by address. Refuses requests above the limit per minute. */
export const limitAttempts = rateLimit({
  windowMs,
  limit: authConfig.rateLimit,
  identifier: 'auth',
  standardHeaders: 'draft-8',
  legacyHeaders: false,
  keyGenerator: callerKey,
  // TRUST_PROXY sets the trusted proxies. Forwarding headers from untrusted sources are not a
  // configuration error.
  validate: { xForwardedForHeader: false, forwardedHeader: false },
  ...(redis === undefined ? {} : { store: redisStore(redis) }),
  handler: (_req, _res, next) => next(tooManyRequests()),
});

function redisStore(client: NonNullable<typeof redis>): RedisStore {
  return new RedisStore({
    prefix: 'auth:attempts:',
    sendCommand: async (...args: string[]) => {
      // Rejects the request if attempts cannot be counted.
      if (!client.isReady) throw busy(5);
      return client.sendCommand(args);
    },
  });
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
 * @returns whether an attempt is left
 */
export async function showAttempts(req: Request, res: Response): Promise<boolean> {
  const { rateLimit: limit } = authConfig;
  const count = await limitAttempts.getKey(callerKey(req));
  // For unknown clients, the Redis store returns NaN.
  const totalHits = count?.totalHits || 0;
  const end = (totalHits > 0 && count?.resetTime?.getTime()) || Date.now() + windowMs;
  const wait = Math.max(0, Math.ceil((end - Date.now()) / 1000));
  res.set({
    'RateLimit-Policy': `"auth"; q=${limit}; w=${windowMs / 1000}`,
    RateLimit: `"auth"; r=${Math.max(0, limit - totalHits)}; t=${wait}`,
  });
  if (totalHits >= limit) res.set('Retry-After', String(wait));
  return totalHits < limit;
}

function callerKey(req: Request): string {
  return ipKeyGenerator(req.ip ?? '', networkBits);
}
