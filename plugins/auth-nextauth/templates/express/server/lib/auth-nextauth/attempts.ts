import { createHash } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { isHttps, keysFor } from '../auth/port';
import { SignInError } from './errors';

const attemptSchema = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  /** The PKCE code verifier. */
  verifier: z.string(),
  /** The path to open afterwards. */
  next: z.string(),
  /** The session that connects a provider to its account. */
  sessionId: z.string().optional(),
  /** The token of the invitation that the sign-in accepts. */
  invitation: z.string().optional(),
});

/** A sign-in that has begun: what the browser keeps until the provider answers. */
export type Attempt = z.infer<typeof attemptSchema>;

/** The lifetime of an attempt in seconds. */
const lifetime = 600;
/** The most attempts that a browser keeps, so that its requests stay small. */
const mostAttempts = 5;

const prefix = `${isHttps ? '__Host-' : ''}signin_`;
const attributes: CookieOptions = { httpOnly: true, secure: isHttps, sameSite: 'lax', path: '/' };
const header = { alg: 'HS256', typ: 'signin+jwt' };
const keys = keysFor('auth-nextauth sign-in attempt');

/** Stores an attempt in a signed cookie of its own, so that several tabs can sign in at once. */
export async function keepAttempt(req: Request, res: Response, attempt: Attempt): Promise<void> {
  const kept = Object.keys(req.cookies ?? {}).filter((name) => name.startsWith(prefix));
  for (const name of kept.slice(0, Math.max(0, kept.length - mostAttempts + 1))) {
    res.clearCookie(name, attributes);
  }
  const token = await new SignJWT({ ...attempt })
    .setProtectedHeader(header)
    .setIssuedAt()
    .setExpirationTime(`${lifetime} s`)
    .sign(keys[0]);
  res.cookie(nameOf(attempt.state), token, { ...attributes, maxAge: lifetime * 1000 });
}

/**
 * Returns the attempt of this browser that a provider answers, and deletes its cookie.
 * @throws SignInError attempt_unknown
 */
export async function takeAttempt(req: Request, res: Response, provider: string): Promise<Attempt> {
  const { state } = req.query;
  if (typeof state !== 'string') throw new SignInError('attempt_unknown');
  const name = nameOf(state);
  const cookie: unknown = req.cookies?.[name];
  if (cookie === undefined) throw new SignInError('attempt_unknown');
  res.clearCookie(name, attributes);
  const attempt = typeof cookie === 'string' ? await readAttempt(cookie) : undefined;
  if (attempt?.state !== state || attempt.provider !== provider) {
    throw new SignInError('attempt_unknown');
  }
  return attempt;
}

async function readAttempt(token: string): Promise<Attempt | undefined> {
  for (const key of keys) {
    const options = { algorithms: [header.alg], typ: header.typ, requiredClaims: ['exp'] };
    const verified = await jwtVerify(token, key, options).catch(() => undefined);
    if (verified !== undefined) return attemptSchema.safeParse(verified.payload).data;
  }
  return undefined;
}

/** The name of a cookie must not reveal the state. */
function nameOf(state: string): string {
  return prefix + createHash('sha256').update(state).digest('base64url').slice(0, 22);
}
