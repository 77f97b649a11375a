import type { Request, RequestHandler } from 'express';
import { HttpProblem } from '../problem';
import { authConfig } from './config';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The paths that answer forms of other sites. */
const openPaths = new Set<string>();

/**
 * Accepts POST requests of other sites at one path, such as the answer of an identity provider. The
 * handler must not act for the user: browsers send no SameSite cookies with these requests.
 */
export function acceptFromOtherSites(path: string): void {
  openPaths.add(path);
}

/**
 * Refuses cross-site requests (CSRF protection). Browsers send headers that name the origin, and
 * pages cannot change these headers. Clients without them are not browsers and send no foreign
 * cookies.
 */
export const refuseOtherSites: RequestHandler = (req, res, next) => {
  if (/^\/api(\/|$)/i.test(req.path)) res.vary('Origin, Sec-Fetch-Site');
  const isAnswer = req.method === 'POST' && openPaths.has(req.path);
  if (!safeMethods.has(req.method) && !isAnswer && !isOurs(req)) {
    throw new HttpProblem(403, {
      code: 'cross_site',
      detail: 'The request comes from another site.',
    });
  }
  next();
};

function isOurs(req: Request): boolean {
  const { origin: site, host, 'sec-fetch-site': relation } = req.headers;
  if (site !== undefined && authConfig.allowedOrigins.has(site)) return true;
  if (relation !== undefined) return relation === 'same-origin' || relation === 'none';
  if (site === undefined || site === authConfig.origin) return true;
  if (!URL.canParse(site)) return false;
  const { host: from, protocol } = new URL(site);
  // An origin without https can be forged in transit.
  return from === host && (protocol === 'https:' || !authConfig.isHttps);
}
