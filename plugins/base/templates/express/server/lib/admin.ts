import { type RequestHandler, Router } from 'express';
import { getUser, requireAdmin, securityScheme } from '../generated/auth';
import { pluginSettings } from '../generated/settings';
import { env } from './env';
import { allowOnly, HttpProblem, nothingHere } from './problem';

/**
 * Requires an administrator. Without authentication, the admin area is open in development and
 * closed in production.
 */
const onlyAdmins: RequestHandler = async (req, _res, next) => {
  if (securityScheme !== undefined) await requireAdmin(req);
  else if (env.NODE_ENV === 'production') {
    throw new HttpProblem(403, {
      code: 'admin_not_configured',
      detail: 'The admin area is closed, because this application has no sign-in.',
    });
  }
  next();
};

/** The routes of the admin area: access check, current user and plugin settings. */
export const admin = Router();

admin.use(onlyAdmins);

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

admin.use(nothingHere);
