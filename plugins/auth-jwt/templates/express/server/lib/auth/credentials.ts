import type { Request } from 'express';
import { tokenInCookie } from './cookies';

/**
 * Returns the access token of a request. A bearer token takes precedence over cookies (RFC 6750).
 * URLs and bodies are not read.
 * @returns undefined without a token; '', which is never valid, for an ambiguous cookie
 */
export function accessTokenOf(req: Request): string | undefined {
  const bearer = /^Bearer(?: +(.*))?$/i.exec(req.get('Authorization') ?? '');
  return bearer === null ? tokenInCookie(req, 'access') : (bearer[1] ?? '').trim();
}
