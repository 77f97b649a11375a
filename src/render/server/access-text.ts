/** `server/lib/access.ts`, there only where not everybody may read and write some entity. */
export const accessText = `import type { Request, RequestHandler } from 'express';
import { isAdmin, requireAdmin, requireAuth } from '../generated/auth';

/** Lets through nobody but signed-in users, or administrators. */
export function allow(who: 'authenticated' | 'admin'): RequestHandler {
  const check = who === 'admin' ? requireAdmin : requireAuth;
  return async (req, _res, next) => {
    await check(req);
    next();
  };
}

/** Who is calling, where records belong to users. */
export interface Caller {
  /** Whose records the caller reaches: their own. Administrators reach all, which is \`undefined\`. */
  readonly reach: string | undefined;
  /** Whose a new record is: the caller's; an administrator may name another user. */
  ownerOfNew(given: string | null | undefined): string;
  /** Whose a record becomes: an administrator may give it to another user; else it stays, which is \`undefined\`. */
  ownerOfChanged(given: string | undefined): string | undefined;
}

/** @throws HttpProblem 401 if nobody is signed in */
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
`;
