import type { Request, Response } from 'express';
import { setCookies, type Tokens } from './cookies';

/**
 * Answers with new tokens: as cookies, and in the body unless the caller says that cookies are enough. A page that does
 * never has a token where a script could read it.
 */
export function sendTokens(
  req: Request,
  res: Response,
  { accessToken, refreshToken, ...body }: Tokens & { readonly user?: unknown },
): void {
  setCookies(res, { accessToken, refreshToken });
  const isCookieEnough = req.get('X-Token-Delivery')?.toLowerCase() === 'cookie';
  res.json(isCookieEnough ? body : { ...body, accessToken, refreshToken });
}
