import express, { type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { isMailAvailable, sendMail } from '../../generated/mail';
import { appLink } from '../../lib/app-link';
import { linkIdentity, userOf } from '../../lib/auth-nextauth/accounts';
import { type Attempt, takeAttempt } from '../../lib/auth-nextauth/attempts';
import { type Provider, providers } from '../../lib/auth-nextauth/config';
import { SignInError, unknownProvider } from '../../lib/auth-nextauth/errors';
import { type Identity, identify } from '../../lib/auth-nextauth/identity';
import { pageWithError } from '../../lib/auth-nextauth/next';
import {
  acceptFromOtherSites,
  audit,
  describe,
  getSession,
  type LiveSession,
  signInAs,
} from '../../lib/auth/port';
import { HttpProblem } from '../../lib/problem';
import { accountConnected } from '../../mails/account-connected';

for (const id of providers.keys()) {
  if (postsAnswer(id)) acceptFromOtherSites(`/api/auth/callback/${id}`);
}

export const openapi = {
  GET: describe('Receives the answer of a provider.', {
    answers: { 303: 'The page to open, or /login?error=<code>.' },
  }),
  POST: describe('Receives the answer of a provider that posts a form.', {
    answers: { 303: 'The same address with the answer as a query.' },
    refusals: [403, 404, 413],
  }),
};

/** A form of a provider is small. */
const form = express.urlencoded({ extended: false, limit: '8kb' });

/** Reads the form before the JSON parser refuses it. */
export const before: RequestHandler = (req, res, next) => {
  if (req.method === 'POST' && postsAnswer(req.params['provider'])) form(req, res, next);
  else next();
};

function postsAnswer(id: unknown): boolean {
  return typeof id === 'string' && providers.get(id)?.postsAnswer === true;
}

const answer = z.object({
  state: z.string(),
  code: z.string().optional(),
  error: z.string().optional(),
  user: z.string().optional(),
});

/**
 * Redirects to the same address with GET. Browsers send no SameSite cookies with a form of another
 * site, and this request does nothing else.
 */
export function POST(req: Request<{ provider: string }>, res: Response): void {
  const { provider } = req.params;
  if (!postsAnswer(provider)) throw unknownProvider();
  const { data } = answer.safeParse(req.body);
  if (data === undefined) {
    throw new HttpProblem(400, { code: 'malformed_request', detail: 'The form is not valid.' });
  }
  res.redirect(303, `/api/auth/callback/${provider}?${new URLSearchParams(data)}`);
}

/** Signs in or connects the user that a provider reports, and opens the page of the attempt. */
export async function GET(req: Request<{ provider: string }>, res: Response): Promise<void> {
  const request = req as Request;
  let attempt: Attempt | undefined;
  try {
    const provider = providers.get(req.params.provider);
    if (provider === undefined) throw new SignInError('unknown_provider');
    attempt = await takeAttempt(request, res, provider.id);
    const session = await sessionOf(request, attempt);
    const identity = await identityOf(request, provider, attempt);
    if (session === undefined) await signIn(request, res, { identity, attempt });
    else await link(request, res, { identity, attempt, session });
  } catch (error) {
    const code = codeOf(error);
    if (error instanceof SignInError) {
      const data = { provider: attempt?.provider ?? null, reason: code };
      audit('login', request, { outcome: 'refused', data });
    }
    const page = attempt?.sessionId === undefined ? '/login' : '/account';
    res.redirect(303, pageWithError(page, code, page === '/login' ? attempt?.next : undefined));
  }
}

/** Returns the code that the page shows. Other errors are thrown again. */
function codeOf(error: unknown): string {
  if (error instanceof SignInError) return error.code;
  if (!(error instanceof HttpProblem)) throw error;
  // The address of the account, not the address at the provider.
  return error.code === 'email_unverified' ? 'verification_required' : error.code;
}

/**
 * Returns the session that connects a provider; `undefined` for a sign-in.
 * @throws SignInError session_changed unless the browser still has the session that began this
 */
async function sessionOf(req: Request, { sessionId }: Attempt): Promise<LiveSession | undefined> {
  if (sessionId === undefined) return undefined;
  const session = await getSession(req);
  if (session?.id !== sessionId) throw new SignInError('session_changed');
  return session;
}

async function identityOf(req: Request, provider: Provider, attempt: Attempt): Promise<Identity> {
  const { search } = new URL(req.originalUrl, provider.callbackUrl);
  const identity = await identify(provider, search, attempt);
  const name = identity.name ?? (provider.postsAnswer ? nameIn(req.query['user']) : undefined);
  return { ...identity, name };
}

const postedUser = z.object({
  name: z.object({ firstName: z.string().default(''), lastName: z.string().default('') }),
});

/** Returns the name that Apple posts next to the code at the first sign-in. It proves no identity. */
function nameIn(user: unknown): string | undefined {
  if (typeof user !== 'string') return undefined;
  try {
    const { name } = postedUser.parse(JSON.parse(user));
    return `${name.firstName} ${name.lastName}`.trim();
  } catch {
    return undefined;
  }
}

interface Answered {
  readonly identity: Identity;
  readonly attempt: Attempt;
}

async function signIn(req: Request, res: Response, { identity, attempt }: Answered) {
  const { provider } = identity;
  const { invitation } = attempt;
  const { userId, isNew } = await userOf(identity, invitation);
  const event = invitation === undefined ? 'register' : 'invitation_accept';
  if (isNew) audit(event, req, { outcome: 'ok', userId, data: { provider } });
  const options = { next: attempt.next, authenticatedAt: identity.authenticatedAt };
  await signInAs(req, res, userId, `oidc:${provider}`, options);
}

interface Linked extends Answered {
  readonly session: LiveSession;
}

async function link(req: Request, res: Response, { identity, attempt, session }: Linked) {
  const { id: sessionId, user } = session;
  const { provider } = identity;
  if (await linkIdentity(identity, session)) {
    audit('identity:link', req, { outcome: 'ok', userId: user.id, sessionId, data: { provider } });
    reportLink(user.email, provider);
  }
  res.redirect(303, attempt.next);
}

/** Tells the user about a new way in, which an attacker with a stolen session could have added. */
function reportLink(address: string, provider: string): void {
  const { name } = providers.get(provider) ?? { name: provider };
  const mail = accountConnected({ provider: name, link: appLink('/account') });
  if (isMailAvailable()) sendMail({ to: { address }, ...mail });
}
