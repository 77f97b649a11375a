import { createHash, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { authConfig } from './config';
import type { Key } from './keys';

/** The permitted clock difference in seconds. */
const skew = 5;
/** The maximum length of a valid token. */
const longestToken = 2048;

/** Only characters that are safe for every database. */
const identifier = z.string().regex(/^[\w-]{1,64}$/);
const claims = z.object({
  sub: identifier,
  sid: identifier,
  jti: identifier,
  iat: z.int(),
  exp: z.int(),
});
const refreshClaims = claims.extend({ gen: z.int().min(0) });

/** The claims of an access token: user and session. */
export type AccessClaims = z.infer<typeof claims>;
/** The claims of a refresh token. `gen` counts the session's refreshes. */
export type RefreshClaims = z.infer<typeof refreshClaims>;

const { algorithm, origin, accessKeys, refreshKeys, accessLifetime, refreshLifetime } = authConfig;

/** A signing key and the expected token header. The two token types are not interchangeable. */
interface Signer {
  readonly key: Key['key'];
  readonly header: z.ZodType;
}

const access = accessKeys.map((key) => signerOf('at+jwt', key));
const refresh = refreshKeys.map((key) => signerOf('rt+jwt', key));

/** Creates a signer. The header schema is strict: no key URLs and no extensions. */
function signerOf(typ: string, { id, key }: Key): Signer {
  const literals = { alg: z.literal(algorithm), typ: z.literal(typ), kid: z.literal(id) };
  return { key, header: z.strictObject(literals) };
}

/** Returns the seconds since 1970, as used in tokens. */
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

/** The values that fully determine a refresh token. */
export interface RefreshState {
  readonly id: string;
  readonly userId: string;
  readonly generation: number;
  readonly tokenId: string;
  readonly refreshedAt: Date;
}

/**
 * Signs a refresh token. The result is deterministic, so a lost token can be sent again without
 * storing it.
 */
export function signRefreshToken(state: RefreshState, key: Key = refreshKeys[0]): string {
  const { id, userId, generation, tokenId, refreshedAt } = state;
  const iat = seconds(refreshedAt);
  const payload = { sub: userId, sid: id, gen: generation, jti: tokenId, iat };
  return sign({ ...payload, exp: iat + refreshLifetime }, key, 'rt+jwt');
}

/** Returns the stored hash of a random value, such as a token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

interface ReadOptions {
  /** Accepts expired tokens too, to end their session. */
  readonly expired?: boolean;
}

/**
 * Access tokens with a valid signature. The requests of a user repeat the same token, and its
 * signature cannot become invalid. Its expiry and its session are checked for each request.
 */
const verifiedTokens = new Map<string, AccessClaims>();
const mostVerifiedTokens = 1000;

/** @returns undefined unless the token is valid */
export function readAccessToken(token: string, options?: ReadOptions): AccessClaims | undefined {
  const known = verifiedTokens.get(token);
  if (known !== undefined && (known.exp + skew > seconds() || options?.expired === true))
    return known;
  const found = claims.safeParse(verified(token, access, options)).data;
  if (found !== undefined) rememberVerified(token, found);
  return found;
}

function rememberVerified(token: string, found: AccessClaims): void {
  const [oldest] = verifiedTokens.keys();
  if (verifiedTokens.size >= mostVerifiedTokens && oldest !== undefined)
    verifiedTokens.delete(oldest);
  verifiedTokens.set(token, found);
}

/** @returns undefined unless the token is valid */
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
