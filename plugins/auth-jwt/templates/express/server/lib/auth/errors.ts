import { HttpProblem } from '../problem';

interface AuthErrorOptions {
  /** Stable, for programs. */
  readonly code: string;
  /** For people. */
  readonly detail: string;
  /** What RFC 6750 calls it, where the caller sent a token. */
  readonly challenge?: 'invalid_token' | 'insufficient_scope';
}

/** Why somebody may not: 401 if it isn't known who is calling, 403 if it is. */
export class AuthError extends HttpProblem {
  override readonly name = 'AuthError';

  constructor(status: 401 | 403, { code, detail, challenge }: AuthErrorOptions) {
    const error = challenge === undefined ? '' : `, error="${challenge}"`;
    super(status, { code, detail, headers: { 'WWW-Authenticate': `Bearer realm="api"${error}` } });
  }
}

export function unauthenticated(): AuthError {
  return new AuthError(401, { code: 'unauthenticated', detail: 'Only for signed-in users.' });
}

export function invalidToken(): AuthError {
  return new AuthError(401, {
    code: 'invalid_token',
    detail: 'The access token is not valid, or no longer.',
    challenge: 'invalid_token',
  });
}

export function forbidden(): AuthError {
  return new AuthError(403, {
    code: 'forbidden',
    detail: 'Not for users with your role.',
    challenge: 'insufficient_scope',
  });
}

/** The same answer whether the account exists or not. */
export function invalidCredentials(): AuthError {
  return new AuthError(401, {
    code: 'invalid_credentials',
    detail: 'The e-mail address or the password is wrong.',
  });
}

export function invalidRefreshToken(): AuthError {
  return new AuthError(401, {
    code: 'invalid_refresh_token',
    detail: 'The refresh token is not valid, or no longer.',
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
    detail: 'There is an account with this e-mail address already.',
    errors: [{ pointer: '/email', code: 'email_taken', detail: 'Already taken' }],
  });
}

/** @param seconds after which to try again */
export function busy(seconds: number): HttpProblem {
  return new HttpProblem(503, {
    code: 'busy',
    detail: 'Signing in is not possible right now; try again.',
    headers: { 'Retry-After': String(seconds) },
  });
}

/** @param seconds after which to try again, if the answer doesn't say so already */
export function tooManyRequests(seconds?: number): HttpProblem {
  return new HttpProblem(429, {
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
    code: 'too_many_requests',
    detail: 'Too many attempts; wait before you try again.',
    extensions: { 'violated-policies': ['auth'] },
    headers: seconds === undefined ? {} : { 'Retry-After': String(seconds) },
  });
}
