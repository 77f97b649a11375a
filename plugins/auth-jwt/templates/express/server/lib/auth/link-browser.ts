import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import { authConfig } from './config';
import { hashOf } from './tokens';

/** The lifetime of the cookie in milliseconds. A link expires earlier. */
const lifetime = 3_600_000;

const { isHttps } = authConfig;
const name = `${isHttps ? '__Host-' : ''}link_browser`;
const attributes: CookieOptions = { httpOnly: true, secure: isHttps, sameSite: 'lax', path: '/' };

/**
 * Marks the browser of a request with a random cookie, and returns the hash that identifies the
 * browser. A second request keeps the cookie, because the earlier link is valid if no further mail
 * is sent.
 */
export function markBrowser(req: Request, res: Response): string {
  const secret = secretOf(req) ?? randomBytes(32).toString('base64url');
  res.cookie(name, secret, { ...attributes, maxAge: lifetime });
  return hashOf(secret);
}

/** Returns whether a request comes from the browser with a hash of `markBrowser`. */
export function isMarkedBrowser(req: Request, hash: string): boolean {
  const secret = secretOf(req);
  if (secret === undefined) return false;
  const [own, other] = [Buffer.from(hashOf(secret)), Buffer.from(hash)];
  return own.length === other.length && timingSafeEqual(own, other);
}

function secretOf(req: Request): string | undefined {
  const value: unknown = req.cookies?.[name];
  return typeof value === 'string' && /^[\w-]{43}$/.test(value) ? value : undefined;
}
