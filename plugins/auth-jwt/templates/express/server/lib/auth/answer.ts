import type { Request, Response } from 'express';
import { setCookies, type Tokens } from './cookies';

/**
 * Sends new tokens as cookies, and also in the body unless the client requests cookies only. With
 * cookies only, no script can read a token.
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
