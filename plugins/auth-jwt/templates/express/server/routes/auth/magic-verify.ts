import type { Request, Response } from 'express';
import { z } from 'zod';
import { getSession } from '../../lib/auth';
import { audit } from '../../lib/auth/audit';
import { findToken, type IssuedToken, takeToken, tokenField } from '../../lib/auth/auth-tokens';
import { authConfig } from '../../lib/auth/config';
import { describe, signedInShape } from '../../lib/auth/describe';
import { magicLinkOff, otherBrowser } from '../../lib/auth/errors';
import { limitAttempts } from '../../lib/auth/limits';
import { isMarkedBrowser } from '../../lib/auth/link-browser';
import { type Kept, proveAddress } from '../../lib/auth/proof';
import { refusedLink } from '../../lib/auth/refused-link';
import { signInAs } from '../../lib/auth/sign-in';
import { isEmpty } from '../../lib/conditions';
import { db } from '../../lib/db';
import { readBody } from '../../lib/problem';

const verification = z.object({ token: tokenField });

export const openapi = {
  POST: describe('Signs in with the token of a mail, in the browser that requested it.', {
    body: verification,
    answers: { 200: 'The user, and tokens.' },
    shape: signedInShape,
    refusals: [400, 403, 413, 415, 422],
    givesTokens: true,
  }),
};

/** Runs before the body is read, so that a refusal costs little. */
export const before = limitAttempts;

/** Signs in the user who requested the link with this browser. The link also proves the address. */
export async function POST(req: Request, res: Response): Promise<void> {
  if (!authConfig.hasMagicLink) throw magicLinkOff();
  const { token } = readBody(verification, req);
  const found = await findToken('magic_link', token);
  if (found === undefined) throw refusedLink(req, 'magic_link');
  // Otherwise, a link could sign a person in to the account of another person. It stays valid.
  if (!isMarkedBrowser(req, found.data.browser ?? '')) {
    audit('magic_link', req, { outcome: 'refused', userId: found.userId });
    throw otherBrowser();
  }
  const taken = await takeToken('magic_link', token);
  const session = await getSession(req);
  const isOwn = session !== undefined && session.user.id === taken?.userId;
  const kept = isOwn ? { sessionId: session.id, password: true } : {};
  if (taken === undefined || !(await provesAddress(taken, kept))) {
    throw refusedLink(req, 'magic_link');
  }
  await signInAs(req, res, taken.userId ?? '', 'mail');
}

/** @returns whether the user still has the address that received the token */
async function provesAddress({ userId = '', email }: IssuedToken, kept: Kept): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const where = { id: userId, email, ...isEmpty('disabledAt') };
    const user = await tx.user.findFirst({ where, select: { id: true } });
    if (user !== null) await proveAddress(userId, kept, tx);
    return user !== null;
  });
}
