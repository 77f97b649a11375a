import { HttpProblem } from '../problem';

/** Why a sign-in failed. The page shows a message for each code. */
export type SignInCode =
  | 'unknown_provider'
  | 'attempt_unknown'
  | 'provider_refused'
  | 'provider_unavailable'
  | 'access_denied'
  | 'email_missing'
  | 'email_unverified'
  | 'account_exists'
  | 'linked_elsewhere'
  | 'invitation_invalid'
  | 'invitation_other_address'
  | 'session_changed'
  | 'verification_required'
  | 'signup_closed';

/** A failed sign-in. The browser is sent to a page that shows the code. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly code: SignInCode;

  constructor(code: SignInCode) {
    super(code);
    this.code = code;
  }
}

export function unknownProvider(): HttpProblem {
  return new HttpProblem(404, {
    code: 'unknown_provider',
    detail: 'This sign-in provider is not available.',
  });
}

export function providerUnavailable(): HttpProblem {
  return new HttpProblem(503, {
    code: 'provider_unavailable',
    detail: 'The sign-in provider does not respond. Try again later.',
  });
}

export function invalidInvitation(): HttpProblem {
  return new HttpProblem(400, {
    code: 'invalid_link',
    detail: 'The link is invalid or expired, or it was used already.',
  });
}

export function linkingOff(): HttpProblem {
  return new HttpProblem(403, {
    code: 'linking_off',
    detail: 'Accounts cannot be connected in this application.',
  });
}
