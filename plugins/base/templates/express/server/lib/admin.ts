import { type RequestHandler, Router } from 'express';
import { getUser, requireAdmin, securityScheme } from '../generated/auth';
import { pluginSettings } from '../generated/settings';
import { env } from './env';
import { allowOnly, HttpProblem, nothingHere } from './problem';

/** Lets administrators in. Without authentication everybody is one, but in production nobody. */
const onlyAdmins: RequestHandler = async (req, _res, next) => {
  if (securityScheme !== undefined) await requireAdmin(req);
  else if (env.NODE_ENV === 'production') {
    throw new HttpProblem(403, {
      code: 'admin_not_configured',
      detail: 'The admin area is closed: this application has no way to sign in yet.',
    });
  }
  next();
};

/** What the admin area asks: whether it may open, for whom, and what plugins are set to. */
export const admin = Router();

admin.use(onlyAdmins);

/** The user is null where nobody has to sign in. */
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
