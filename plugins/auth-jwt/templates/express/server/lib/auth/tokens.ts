import { createHash, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { authConfig } from './config';
import type { Key } from './keys';

/** Seconds that clocks may differ. */
const skew = 5;
/** No token of ours is longer. */
const longestToken = 2048;

/** Nothing a database could stumble over. */
const identifier = z.string().regex(/^[\w-]{1,64}$/);
const claims = z.object({
  sub: identifier,
  sid: identifier,
  jti: identifier,
  iat: z.int(),
  exp: z.int(),
});
const refreshClaims = claims.extend({ gen: z.int().min(0) });

/** What an access token says: whose it is, and of which session. */
export type AccessClaims = z.infer<typeof claims>;
/** What a refresh token says beside: how often the session was refreshed before it was made. */
export type RefreshClaims = z.infer<typeof refreshClaims>;

const { algorithm, origin, accessKeys, refreshKeys, accessLifetime, refreshLifetime } = authConfig;

/** One of the two kinds of tokens, which never stand in for each other: a key of it, and the header of what it signs. */
interface Signer {
  readonly key: Key['key'];
  readonly header: z.ZodType;
}

const access = accessKeys.map((key) => signerOf('at+jwt', key));
const refresh = refreshKeys.map((key) => signerOf('rt+jwt', key));

/** Nothing else may stand in a header: no key to fetch, no extension to understand. */
function signerOf(typ: string, { id, key }: Key): Signer {
  const literals = { alg: z.literal(algorithm), typ: z.literal(typ), kid: z.literal(id) };
  return { key, header: z.strictObject(literals) };
}

/** Seconds since 1970, as tokens have it. */
export function seconds(date = new Date()): number {
  return Math.floor(date.getTime() / 1000);
}

export function newTokenId(): string {
  return randomUUID();
}

export function signAccessToken(session: { readonly id: string; readonly userId: string }): string {
  const iat = seconds();
  const payload = { sub: session.userId, sid: session.id, jti: newTokenId(), iat };
  return sign({ ...payload, exp: iat + accessLifetime }, accessKeys[0], 'at+jwt');
}

/** What decides every byte of a refresh token. */
export interface RefreshState {
  readonly id: string;
  readonly userId: string;
  readonly generation: number;
  readonly tokenId: string;
  readonly refreshedAt: Date;
}

/** The same state gives the same token: so one that got lost can be given again, and none has to be kept. */
export function signRefreshToken(state: RefreshState, key: Key = refreshKeys[0]): string {
  const { id, userId, generation, tokenId, refreshedAt } = state;
  const iat = seconds(refreshedAt);
  const payload = { sub: userId, sid: id, gen: generation, jti: tokenId, iat };
  return sign({ ...payload, exp: iat + refreshLifetime }, key, 'rt+jwt');
}

/** What is kept of a refresh token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

interface ReadOptions {
  /** Also one that has expired, to end its session. */
  readonly expired?: boolean;
}

/** @returns undefined unless the token is ours, and good now */
export function readAccessToken(token: string, options?: ReadOptions): AccessClaims | undefined {
  return claims.safeParse(verified(token, access, options)).data;
}

/** @returns undefined unless the token is ours, and not expired */
export function readRefreshToken(token: string, options?: ReadOptions): RefreshClaims | undefined {
  return refreshClaims.safeParse(verified(token, refresh, options)).data;
}

function sign(payload: object, { id, key }: Key, typ: string): string {
  const complete = { ...payload, iss: origin, aud: origin };
  return jwt.sign(complete, key, { algorithm, header: { alg: algorithm, typ, kid: id } });
}

function verified(
  token: string,
  signers: readonly Signer[],
  { expired = false }: ReadOptions = {},
): unknown {
  if (token.length > longestToken) return undefined;
  for (const { key, header } of signers) {
    const found = verifiedBy(key, token, expired);
    if (found !== undefined && header.safeParse(found.header).success) return found.payload;
  }
  return undefined;
}

function verifiedBy(key: Key['key'], token: string, isExpiredFine: boolean): jwt.Jwt | undefined {
  try {
    const found = jwt.verify(token, key, {
      algorithms: [algorithm],
      issuer: origin,
      audience: origin,
      clockTolerance: skew,
      ignoreExpiration: isExpiredFine,
      complete: true,
    });
    return isFromFuture(found.payload) ? undefined : found;
  } catch {
    return undefined;
  }
}

function isFromFuture(payload: string | jwt.JwtPayload): boolean {
  return typeof payload === 'string' || (payload.iat ?? Infinity) > seconds() + skew;
}
