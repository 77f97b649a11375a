import type { Request } from 'express';
import { tokenInCookie } from './cookies';

/**
 * The access token of a request. A bearer token decides, whatever cookies there are (RFC 6750); addresses and bodies are
 * never looked into.
 * @returns undefined if there is none; what can't be told is '', which no token is
 */
export function accessTokenOf(req: Request): string | undefined {
  const bearer = /^Bearer(?: +(.*))?$/i.exec(req.get('Authorization') ?? '');
  return bearer === null ? tokenInCookie(req, 'access') : (bearer[1] ?? '').trim();
}
