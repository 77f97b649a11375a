import type { CookieOptions, Request, Response } from 'express';
import { authConfig } from './config';

const { isHttps, accessLifetime, refreshLifetime } = authConfig;
const prefix = isHttps ? '__Host-' : '';

/** The cookie names. Only this module uses them. */
const names = { access: `${prefix}access_token`, refresh: `${prefix}refresh_token` } as const;

const attributes: CookieOptions = { httpOnly: true, secure: isHttps, sameSite: 'lax', path: '/' };

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export function setCookies(res: Response, { accessToken, refreshToken }: Tokens): void {
  res.cookie(names.access, accessToken, { ...attributes, maxAge: accessLifetime * 1000 });
  res.cookie(names.refresh, refreshToken, { ...attributes, maxAge: refreshLifetime * 1000 });
}

export function clearCookies(res: Response): void {
  res.clearCookie(names.access, attributes);
  res.clearCookie(names.refresh, attributes);
}

/**
 * The token in a cookie.
 * @returns '', which is never a valid token, if the cookie is duplicated or not a string
 */
export function tokenInCookie(req: Request, kind: keyof typeof names): string | undefined {
  const name = names[kind];
  const value: unknown = req.cookies?.[name];
  if (value === undefined) return undefined;
  const sent = (req.headers.cookie ?? '').split(';').map((pair) => pair.split('=')[0]?.trim());
  const isSentOnce = sent.filter((other) => other === name).length === 1;
  return typeof value === 'string' && isSentOnce ? value : '';
}
