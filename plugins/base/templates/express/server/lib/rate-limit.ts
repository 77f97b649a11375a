import { isIPv4 } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit, type Store } from 'express-rate-limit';
import { env } from './env';
import { log } from './log';
import { HttpProblem } from './problem';

/** An IPv6 user usually controls a whole /64 network, so limits apply to the network. */
const networkBits = 64;

/** Precedes an IPv4 address in the notation of IPv6. */
const mappedPrefix = '::ffff:';

let createStore: ((prefix: string) => Store) | undefined;

/** Sets the store of several servers. Without a store, each server counts in memory. */
export function shareCounts(create: (prefix: string) => Store): void {
  createStore = create;
}

/** Returns the key that identifies the caller of a request. */
export function callerKey(req: Request): string {
  const address = req.ip ?? '';
  // The usual spelling of an IPv4 address by Node. The general function also parses it, but slowly.
  const mapped = address.startsWith(mappedPrefix) ? address.slice(mappedPrefix.length) : '';
  return isIPv4(mapped) ? mapped : ipKeyGenerator(address, networkBits);
}

/**
 * Limits the requests per minute and address. 0 disables the limit. Requests are accepted if the
 * store does not respond.
 */
export function limitRequests(limit = env.RATE_LIMIT): RequestHandler[] {
  if (limit === 0) return [];
  const handler = rateLimit({
    windowMs: 60_000,
    limit,
    identifier: 'api',
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: callerKey,
    // TRUST_PROXY sets the trusted proxies. Forwarding headers from untrusted sources are not a
    // configuration error.
    validate: { xForwardedForHeader: false, forwardedHeader: false },
    passOnStoreError: true,
    logger: {
      warn: (error) => log.warn({ err: error }, 'rate limit'),
      error: (error) => log.error({ err: error }, 'rate limit'),
    },
    ...(createStore && { store: createStore('api:requests:') }),
    handler: (_req, _res, next) => next(tooManyRequests()),
  });
  return [handler];
}

/** The limiter has already set Retry-After. */
function tooManyRequests(): HttpProblem {
  return new HttpProblem(429, {
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
    code: 'too_many_requests',
    detail: 'Too many requests. Wait before you try again.',
    extensions: { 'violated-policies': ['api'] },
  });
}
