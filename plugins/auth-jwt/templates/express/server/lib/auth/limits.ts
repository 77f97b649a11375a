import type { Request, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import { authConfig } from './config';
import { busy, tooManyRequests } from './errors';
import { redis } from './redis';

const windowMs = 60_000;
/** Who has an IPv6 address has all of its network. */
const networkBits = 64;

/** Counts an attempt to sign in; from as many as there may be in a minute on, an address is refused. */
export const limitAttempts = rateLimit({
  windowMs,
  limit: authConfig.rateLimit,
  identifier: 'auth',
  standardHeaders: 'draft-8',
  legacyHeaders: false,
  keyGenerator: callerKey,
  // TRUST_PROXY says whom to believe; a header that nobody is believed is no mistake of ours.
  validate: { xForwardedForHeader: false, forwardedHeader: false },
  ...(redis === undefined ? {} : { store: redisStore(redis) }),
  handler: (_req, _res, next) => next(tooManyRequests()),
});

function redisStore(client: NonNullable<typeof redis>): RedisStore {
  return new RedisStore({
    prefix: 'auth:attempts:',
    sendCommand: async (...args: string[]) => {
      // Without a count nobody is let through.
      if (!client.isReady) throw busy(5);
      return client.sendCommand(args);
    },
  });
}

/** Counts what turned out to be a failed attempt. @throws HttpProblem 429 if it was one too many */
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
 * Looks at the count without adding to it, and tells the caller of it.
 * @returns whether an attempt is left
 */
export async function showAttempts(req: Request, res: Response): Promise<boolean> {
  const { rateLimit: limit } = authConfig;
  const count = await limitAttempts.getKey(callerKey(req));
  // Of a caller Redis doesn't know, its store says NaN.
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
