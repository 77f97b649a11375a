import { db } from '../db';
import { advanceSession } from './advance-session';
import { authConfig } from './config';
import type { Tokens } from './cookies';
import { endSession, expiryAfter } from './sessions';
import {
  hashOf,
  newTokenId,
  type RefreshClaims,
  type RefreshState,
  signAccessToken,
  signRefreshToken,
} from './tokens';

/** A refresh token and its source. */
export interface Presented {
  readonly token: string;
  readonly claims: RefreshClaims;
  readonly from: 'body' | 'cookie';
}

/** The result of exchanging a refresh token. */
export type Rotation =
  | { readonly outcome: 'ok'; readonly tokens: Tokens }
  /** The session has ended, or the token was used a moment ago. */
  | { readonly outcome: 'refused' }
  /** The token was reused and may be stolen. Its session has been ended. */
  | { readonly outcome: 'reused' };

/**
 * Exchanges a refresh token for new tokens. If several requests use one token, the database accepts
 * only the first. The others receive the same successor if the token came as a cookie within the
 * grace period: another tab, or a retry after a lost response.
 */
export async function rotate({ token, claims, from }: Presented): Promise<Rotation> {
  const found = await db.session.findUnique({
    where: { id: claims.sid },
    include: { user: { select: { disabledAt: true } } },
  });
  if (found === null || found.userId !== claims.sub) return { outcome: 'refused' };
  const { user, ...session } = found;
  if (user.disabledAt !== null) return { outcome: 'refused' };
  const now = new Date();
  if (session.expiresAt <= now) return { outcome: 'refused' };
  if (session.generation === claims.gen && session.tokenId === claims.jti) {
    if (session.refreshToken !== hashOf(token)) return { outcome: 'refused' };
    const next = {
      ...session,
      generation: claims.gen + 1,
      tokenId: newTokenId(),
      refreshedAt: now,
    };
    const successor = signRefreshToken(next);
    const isFirst = await advanceSession(session, {
      ...next,
      refreshToken: hashOf(successor),
      lastUsedAt: now,
      expiresAt: expiryAfter(now, session.createdAt),
    });
    if (isFirst) return answered(next, successor);
    return rotate({ token, claims, from });
  }
  const age = now.getTime() - session.refreshedAt.getTime();
  const isRecent = session.generation === claims.gen + 1 && age <= authConfig.refreshGrace;
  if (!isRecent) {
    await endSession(session.id, session.userId);
    return { outcome: 'reused' };
  }
  const successor = from === 'cookie' ? signedBefore(session, session.refreshToken) : undefined;
  return successor === undefined ? { outcome: 'refused' } : answered(session, successor);
}

function answered(session: RefreshState, refreshToken: string): Rotation {
  return { outcome: 'ok', tokens: { accessToken: signAccessToken(session), refreshToken } };
}

/**
 * Signs the token of a state again and verifies it by its hash. The signing key may have changed.
 */
function signedBefore(state: RefreshState, hash: string): string | undefined {
  return authConfig.refreshKeys
    .map((key) => signRefreshToken(state, key))
    .find((token) => hashOf(token) === hash);
}
