import { HttpProblem } from '../problem';

/** The same response to unknown passkeys and to all failed checks. */
export function passkeyRefused(): HttpProblem {
  return new HttpProblem(403, {
    code: 'passkey_refused',
    detail: 'The passkey was not accepted. Try again.',
  });
}

export function passkeyExists(): HttpProblem {
  return new HttpProblem(409, {
    code: 'passkey_exists',
    detail: 'This passkey is already registered.',
  });
}
