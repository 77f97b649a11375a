import type { Request, Response } from 'express';
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import { type Attempt, keepAttempt } from '../../lib/auth-nextauth/attempts';
import { clientOf } from '../../lib/auth-nextauth/client';
import { isLinkingAllowed, type Provider, providers } from '../../lib/auth-nextauth/config';
import {
  invalidInvitation,
  linkingOff,
  providerUnavailable,
  unknownProvider,
} from '../../lib/auth-nextauth/errors';
import { safePath } from '../../lib/auth-nextauth/next';
import {
  describe,
  getSession,
  invitedAddress,
  limitSteps,
  requireRecent,
  tokenField,
} from '../../lib/auth/port';
import { log } from '../../lib/log';
import { readBody } from '../../lib/problem';

const signInBody = z
  .object({
    callbackUrl: z.string().optional(),
    link: z.boolean().default(false),
    invitation: tokenField.optional(),
  })
  .refine(({ link, invitation }) => !link || invitation === undefined, {
    path: ['invitation'],
    error: 'Expected no invitation with a link',
  })
  .default({ link: false });

/** A year. Providers report the time of a sign-in only if a request has `max_age`. */
const longestAge = 31_536_000;

export const openapi = {
  GET: describe('Redirects to the login page. Begins no sign-in.', {
    answers: { 303: 'The login page.' },
  }),
  POST: describe(
    'Begins a sign-in with a provider, or connects it to the account of the caller. With an invitation, the sign-in creates the invited account.',
    {
      body: signInBody,
      answers: { 200: 'The address of the provider to open.' },
      shape: z.object({ url: z.url() }),
      refusals: [400, 401, 403, 404, 413, 415, 422],
    },
  ),
};

/** Runs before the body is read. */
export const before = limitSteps;

/** Redirects to the login page. A link of another site must not begin a sign-in. */
export function GET(_req: Request, res: Response): void {
  res.redirect(303, '/login');
}

/** Begins a sign-in with a provider. The browser keeps the attempt in a signed cookie. */
export async function POST(req: Request<{ provider: string }>, res: Response): Promise<void> {
  const provider = providers.get(req.params.provider);
  if (provider === undefined) throw unknownProvider();
  const { callbackUrl, link, invitation } = readBody(signInBody, req as Request);
  if (link && !isLinkingAllowed) throw linkingOff();
  if (invitation !== undefined && (await invitedAddress(invitation)) === undefined) {
    throw invalidInvitation();
  }
  const sessionId = link ? (await requireRecent(req as Request)).id : undefined;
  const attempt: Attempt = {
    provider: provider.id,
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    next: safePath(callbackUrl, link ? '/account' : '/'),
    ...(sessionId !== undefined && { sessionId }),
    ...(invitation !== undefined && { invitation }),
  };
  const isAgain = (await getSession(req as Request)) !== undefined;
  const url = await addressOf(provider, attempt, isAgain ? 0 : longestAge);
  await keepAttempt(req as Request, res, attempt);
  res.json({ url: url.href });
}

/**
 * Returns the address at the provider.
 * @param maxAge the greatest age in seconds of the sign-in at the provider
 * @throws HttpProblem 503 if it cannot be discovered
 */
async function addressOf(provider: Provider, attempt: Attempt, maxAge: number): Promise<URL> {
  const client = await clientOf(provider).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'unknown';
    log.warn({ provider: provider.id, reason }, 'a sign-in provider cannot be used');
    throw providerUnavailable();
  });
  // The user may have another account at the provider.
  const asks = attempt.sessionId !== undefined && provider.selectsAccount === true;
  return buildAuthorizationUrl(client, {
    ...provider.parameters,
    redirect_uri: provider.callbackUrl,
    scope: provider.scope,
    state: attempt.state,
    ...(provider.type === 'oidc' && { nonce: attempt.nonce }),
    ...(!provider.rejectsPkce && {
      code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    }),
    ...(asks && { prompt: 'select_account' }),
    ...(provider.supportsMaxAge && { max_age: String(maxAge) }),
  });
}
