import type { Request, RequestHandler } from 'express';
import { isAdmin, requireAdmin, requireAuth } from '../generated/auth';
import type { Caller } from './records/types';

/** Allows signed-in users only, or administrators only. */
export function allow(who: 'authenticated' | 'admin'): RequestHandler {
  const check = who === 'admin' ? requireAdmin : requireAuth;
  return async (req, _res, next) => {
    await check(req);
    next();
  };
}

/** @throws HttpProblem 401 without a signed-in user */
export async function requireCaller(req: Request): Promise<Caller> {
  const user = await requireAuth(req);
  if (isAdmin(user)) {
    return {
      reach: undefined,
      ownerOfNew: (given) => given ?? user.id,
      ownerOfChanged: (given) => given,
    };
  }
  return { reach: user.id, ownerOfNew: () => user.id, ownerOfChanged: () => undefined };
}
