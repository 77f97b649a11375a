import { HttpProblem } from '../problem';

interface AuthErrorOptions {
  /** Stable, machine-readable code. */
  readonly code: string;
  /** Human-readable message. */
  readonly detail: string;
  /** The RFC 6750 error code, if the request contained a token. */
  readonly challenge?: 'invalid_token' | 'insufficient_scope';
}

/** An authentication error (401, unknown user) or authorization error (403, missing role). */
export class AuthError extends HttpProblem {
  override readonly name = 'AuthError';

  constructor(status: 401 | 403, { code, detail, challenge }: AuthErrorOptions) {
    const error = challenge === undefined ? '' : `, error="${challenge}"`;
    super(status, { code, detail, headers: { 'WWW-Authenticate': `Bearer realm="api"${error}` } });
  }
}

export function unauthenticated(): AuthError {
  return new AuthError(401, { code: 'unauthenticated', detail: 'Sign-in is required.' });
}

export function invalidToken(): AuthError {
  return new AuthError(401, {
    code: 'invalid_token',
    detail: 'The access token is invalid or expired.',
    challenge: 'invalid_token',
  });
}

export function forbidden(): AuthError {
  return new AuthError(403, {
    code: 'forbidden',
    detail: 'Your role lacks permission.',
    challenge: 'insufficient_scope',
  });
}

/** The same response for existing and unknown accounts. */
export function invalidCredentials(): AuthError {
  return new AuthError(401, {
    code: 'invalid_credentials',
    detail: 'The e-mail address or the password is wrong.',
  });
}

export function invalidRefreshToken(): AuthError {
  return new AuthError(401, {
    code: 'invalid_refresh_token',
    detail: 'The refresh token is invalid or expired.',
  });
}

export function invalidPassword(): HttpProblem {
  return new HttpProblem(403, {
    code: 'invalid_password',
    detail: 'The current password is wrong.',
    errors: [{ pointer: '/currentPassword', code: 'invalid_password', detail: 'Wrong password' }],
  });
}

export function emailTaken(): HttpProblem {
  return new HttpProblem(409, {
    code: 'email_taken',
    detail: 'An account with this e-mail address already exists.',
    errors: [{ pointer: '/email', code: 'email_taken', detail: 'Already taken' }],
  });
}

/** Sent only to users who have proved their identity. */
export function accountDisabled(): HttpProblem {
  return new HttpProblem(403, { code: 'account_disabled', detail: 'This account is disabled.' });
}

export function recentSignInRequired(): HttpProblem {
  return new HttpProblem(403, {
    code: 'recent_sign_in_required',
    detail: 'Sign in again to do this.',
  });
}

/** The response to a wrong code of an app or a wrong recovery code. */
export function invalidCode(): HttpProblem {
  return new HttpProblem(403, {
    code: 'invalid_code',
    detail: 'The code is wrong or was used before.',
    errors: [{ pointer: '/code', code: 'invalid_code', detail: 'Wrong code' }],
  });
}

export function invalidChallenge(): AuthError {
  return new AuthError(401, {
    code: 'invalid_challenge',
    detail: 'This sign-in has expired. Start again.',
  });
}

export function totpEnabled(): HttpProblem {
  return new HttpProblem(409, {
    code: 'totp_enabled',
    detail: 'An authenticator app is already set up.',
  });
}

export function totpMissing(): HttpProblem {
  return new HttpProblem(409, {
    code: 'totp_missing',
    detail: 'No authenticator app is set up.',
  });
}

export function lastMethod(): HttpProblem {
  return new HttpProblem(409, {
    code: 'last_method',
    detail: 'This is your last way to sign in. Add another one first.',
  });
}

/** @param seconds after which to try again */
export function busy(seconds: number): HttpProblem {
  return new HttpProblem(503, {
    code: 'busy',
    detail: 'Sign-in is currently unavailable. Try again later.',
    headers: { 'Retry-After': String(seconds) },
  });
}

/** @param seconds the retry delay, if the response has no Retry-After header yet */
export function tooManyRequests(seconds?: number): HttpProblem {
  return new HttpProblem(429, {
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
    code: 'too_many_requests',
    detail: 'Too many attempts. Wait before you try again.',
    extensions: { 'violated-policies': ['auth'] },
    headers: seconds === undefined ? {} : { 'Retry-After': String(seconds) },
  });
}

/** The same response for all links that cannot be used. */
export function invalidLink(): HttpProblem {
  return new HttpProblem(400, {
    code: 'invalid_link',
    detail: 'The link is invalid or expired, or it was used already.',
  });
}

export function invitationRequired(): HttpProblem {
  return new HttpProblem(403, {
    code: 'invitation_required',
    detail: 'Registration requires an invitation.',
  });
}

/** Sent only to users who have proved their identity. */
export function emailUnverified(): HttpProblem {
  return new HttpProblem(403, {
    code: 'email_unverified',
    detail: 'Verify your e-mail address first. The link is in a mail to that address.',
  });
}

export function ownAccount(): HttpProblem {
  return new HttpProblem(403, {
    code: 'own_account',
    detail: 'Administrators cannot do this to their own account.',
  });
}

export function rankTooLow(): HttpProblem {
  return new HttpProblem(403, {
    code: 'rank_too_low',
    detail: 'Your role is not high enough for this.',
  });
}

export function lastSuperAdmin(): HttpProblem {
  return new HttpProblem(409, {
    code: 'last_super_admin',
    detail: 'At least one enabled user must have the role SUPER_ADMIN.',
  });
}

export function userDisabled(): HttpProblem {
  return new HttpProblem(409, { code: 'user_disabled', detail: 'The user is disabled.' });
}

export function magicLinkOff(): HttpProblem {
  return new HttpProblem(403, {
    code: 'magic_link_off',
    detail: 'Signing in with a link is not available in this application.',
  });
}

export function otherBrowser(): HttpProblem {
  return new HttpProblem(403, {
    code: 'other_browser',
    detail: 'Open the link in the browser that you requested it in.',
  });
}

export function otherAccount(): HttpProblem {
  return new HttpProblem(403, {
    code: 'other_account',
    detail: 'You are signed in with another account. Sign out, then open the link again.',
  });
}
