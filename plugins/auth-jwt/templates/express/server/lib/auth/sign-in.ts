import type { Request, Response } from 'express';
import { getSession } from '.';
import { publicColumns, publicUser } from './accounts';
import { sendTokens } from './answer';
import { audit } from './audit';
import { authConfig } from './config';
import { db } from '../db';
import { setCookies } from './cookies';
import { accountDisabled, emailUnverified, invalidCredentials } from './errors';
import { isMultiFactor } from './methods';
import { endChallenge, newChallenge, secondFactorsOf } from './second-step';
import { clearExpired, endSession, type NewSession, openSession } from './sessions';

/** The columns that decide about a sign-in. */
export const candidateColumns = {
  ...publicColumns,
  emailVerified: true,
  disabledAt: true,
} as const;

type Candidate = NonNullable<Awaited<ReturnType<typeof findCandidate>>>;

export interface SignInOptions {
  /** The status of the response. Default: 200. */
  readonly status?: number;
  /**
   * When the user proved their identity, such as the time that a provider reports. Default: now.
   */
  readonly authenticatedAt?: Date | undefined;
  /** A path of this site. The response redirects to it and has the tokens in cookies only. */
  readonly next?: string;
}

interface AdmitOptions extends SignInOptions {
  /** How the user proved their identity, such as `pwd`. */
  readonly method: string;
  /** The event in the audit log. */
  readonly event?: 'login' | 'register';
  /** Whether the user has proved a second factor. */
  readonly hasSecondFactor?: boolean;
  /** A session that was created together with the account, which has no second factor yet. */
  readonly opened?: NewSession;
  /** Whether the proof is still valid after the session was created. */
  readonly isStillValid?: () => Promise<boolean>;
}

/**
 * Signs in a user who has proved their identity, and sends the response. Every way in uses this
 * function: it refuses disabled users, requires the second factor and creates the session.
 * @param method how the user proved their identity, such as `pwd`, `oidc:google` or `webauthn`
 * @throws HttpProblem 403 if the user may not sign in
 */
export async function signInAs(
  req: Request,
  res: Response,
  userId: string,
  method: string,
  options: SignInOptions = {},
): Promise<void> {
  const candidate = await findCandidate(userId);
  if (candidate === null) throw invalidCredentials();
  await admit(req, res, candidate, { ...options, method });
}

/**
 * Signs in a user who has proved two factors.
 * @param methods how, such as `pwd totp`
 */
export async function signInWithFactors(
  req: Request,
  res: Response,
  userId: string,
  methods: string,
): Promise<void> {
  const candidate = await findCandidate(userId);
  if (candidate === null) throw invalidCredentials();
  await admit(req, res, candidate, { method: methods, hasSecondFactor: true });
}

/** Signs in a user whose columns are loaded already. */
export async function admit(
  req: Request,
  res: Response,
  user: Candidate,
  {
    method,
    status = 200,
    authenticatedAt,
    next,
    event = 'login',
    hasSecondFactor,
    opened,
    isStillValid,
  }: AdmitOptions,
): Promise<void> {
  requirePermitted(req, user, event);
  const isComplete = hasSecondFactor === true || opened !== undefined || isMultiFactor(method);
  const secondFactor = isComplete ? [] : await secondFactorsOf(user.id);
  if (secondFactor.length > 0) {
    const challenge = await newChallenge(user.id, method);
    if (isStillValid === undefined || (await isStillValid())) {
      askForSecondFactor(res, { secondFactor, challenge }, next);
      return;
    }
    await endChallenge(challenge);
    throw invalidCredentials();
  }
  await clearExpired();
  const { sessionId, ...tokens } =
    opened ?? (await openSession(user.id, { req, methods: method, authenticatedAt }));
  if (isStillValid !== undefined && !(await isStillValid())) {
    await endSession(sessionId, user.id);
    throw invalidCredentials();
  }
  await replaceSession(req, user.id);
  audit(event, req, { outcome: 'ok', userId: user.id, sessionId, data: { methods: method } });
  if (next === undefined) {
    sendTokens(req, res.status(status), { user: publicUser(user), ...tokens });
    return;
  }
  setCookies(res, tokens);
  res.redirect(303, next);
}

interface SecondStep {
  readonly secondFactor: readonly string[];
  readonly challenge: string;
}

/** Sends the challenge for a second factor. The fragment of an address is not sent to servers. */
function askForSecondFactor(res: Response, step: SecondStep, next: string | undefined): void {
  if (next === undefined) {
    res.json(step);
    return;
  }
  const fragment = new URLSearchParams({ challenge: step.challenge });
  res.redirect(303, `/login?${new URLSearchParams({ next })}#${fragment}`);
}

/**
 * Refuses users who may not sign in. The response differs from a wrong password, because the user
 * has already proved their identity.
 */
function requirePermitted(req: Request, user: Candidate, event: 'login' | 'register'): void {
  const isUnproved = authConfig.verifyEmail === 'required' && user.emailVerified === null;
  if (user.disabledAt === null && !isUnproved) return;
  audit(event, req, { outcome: 'refused', userId: user.id });
  throw user.disabledAt === null ? emailUnverified() : accountDisabled();
}

/** Ends the session of the request if it belongs to the same user. The new session replaces it. */
async function replaceSession(req: Request, userId: string): Promise<void> {
  const previous = await getSession(req);
  if (previous?.user.id === userId) await endSession(previous.id, userId);
}

function findCandidate(id: string) {
  return db.user.findUnique({ where: { id }, select: candidateColumns });
}
