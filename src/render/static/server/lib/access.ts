import type { Request, RequestHandler } from 'express';
import { isAdmin, requireAdmin, requireAuth } from '../generated/auth';

/** Allows signed-in users only, or administrators only. */
export function allow(who: 'authenticated' | 'admin'): RequestHandler {
  const check = who === 'admin' ? requireAdmin : requireAuth;
  return async (req, _res, next) => {
    await check(req);
    next();
  };
}

/** The caller of a route whose records have owners. */
export interface Caller {
  /** The owner whose records are accessible; `undefined` for administrators (all records). */
  readonly reach: string | undefined;
  /** Returns the owner of a new record: the caller. An administrator may set another user. */
  ownerOfNew(given: string | null | undefined): string;
  /** Returns the new owner of a changed record, which only an administrator may set. */
  ownerOfChanged(given: string | undefined): string | undefined;
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
