import { rateLimit } from 'express-rate-limit';
import { HttpProblem } from '../problem';
import { callerKey } from '../rate-limit';

/** Limits the sign-ins that an address begins to 20 per minute, counted in each process. */
export const limitSignIns = rateLimit({
  windowMs: 60_000,
  limit: 20,
  identifier: 'signin',
  standardHeaders: 'draft-8',
  legacyHeaders: false,
  keyGenerator: callerKey,
  // TRUST_PROXY sets the trusted proxies.
  validate: { xForwardedForHeader: false, forwardedHeader: false },
  handler: (_req, _res, next) => next(tooManySignIns()),
});

function tooManySignIns(): HttpProblem {
  return new HttpProblem(429, {
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
    code: 'too_many_requests',
    detail: 'Too many attempts. Wait before you try again.',
    extensions: { 'violated-policies': ['signin'] },
  });
}
