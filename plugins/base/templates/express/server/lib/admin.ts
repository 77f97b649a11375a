import type { AdminLink } from '@shared/lib/admin';
import { type Request, Router } from 'express';
import { getUser, isAdmin, requireAdmin, rolesOf, securityScheme } from '../generated/auth';
import { pluginSettings } from '../generated/settings';
import { env } from './env';
import { allowOnly, HttpProblem } from './problem';

/**
 * Requires an administrator. Without authentication, the admin area is open in development and
 * closed in production.
 */
async function mustBeAdmin(req: Request): Promise<void> {
  if (securityScheme !== undefined) await requireAdmin(req);
  else if (env.NODE_ENV === 'production') {
    throw new HttpProblem(403, {
      code: 'admin_not_configured',
      detail: 'The admin area is closed, because this application has no sign-in.',
    });
  }
}

/** Returns whether the admin area is open to a user. Asking is not an attempt, so it is not audited. */
function isAllowed(user: Awaited<ReturnType<typeof getUser>>): boolean {
  if (securityScheme === undefined) return env.NODE_ENV !== 'production';
  return user !== null && isAdmin(user);
}

/**
 * The routes of the admin area: access check, current user and plugin settings. The routes of the
 * authentication plugin below `/admin` follow this router, so that they require an administrator.
 */
export const admin = Router();

/** Every caller may ask, so the pages of visitors cause no failed request. */
admin
  .route('/access')
  .get(async (req, res) => {
    const user = await getUser(req);
    const roles = user === null ? [] : rolesOf(user);
    const access: AdminLink = { isAllowed: isAllowed(user), userId: user?.id ?? null, roles };
    res.json(access);
  })
  .all(allowOnly('GET', 'HEAD'));

admin.use(async (req, _res, next) => {
  await mustBeAdmin(req);
  next();
});

/** The user is null in applications without authentication. */
admin
  .route('/')
  .get(async (req, res) => {
    res.json({ user: await getUser(req) });
  })
  .all(allowOnly('GET', 'HEAD'));

admin
  .route('/settings')
  .get((_req, res) => {
    res.json(pluginSettings);
  })
  .all(allowOnly('GET', 'HEAD'));
