import { z } from 'zod';
import { HttpProblem } from '../problem';
import {
  type PasswordContext,
  type PasswordPolicy,
  type PasswordVerdict,
  validatePassword,
} from './password-policy';

/** A normalized e-mail address. ASCII only, so that no two addresses look alike. */
export const email = z
  .string()
  .regex(/^[\x20-\x7E]*$/, { error: 'Expected an e-mail address' })
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: 'Expected an e-mail address' }).max(254));

export const personName = z
  .string()
  .regex(/^\P{Cc}*$/u, { error: 'Expected one line' })
  .trim()
  .max(200)
  .transform((name) => (name === '' ? null : name))
  .nullable()
  .default(null);

/** A new password. Unpaired surrogates are refused, because the hash would replace them. */
export const newPassword = z
  .string()
  .regex(/^\P{Surrogate}*$/u, { error: 'Expected well-formed text' });

/** Calls `validatePassword`, which may be synchronous or asynchronous. */
export async function checkPassword(
  password: string,
  context: PasswordContext,
): Promise<PasswordVerdict> {
  const policy: PasswordPolicy = validatePassword;
  return policy(password, context);
}

/**
 * Checks a new password against the policy.
 * @param pointer where it is in the body
 * @throws HttpProblem 422 with one error for each violation
 */
export async function requireGoodPassword(
  password: string,
  { pointer, ...context }: PasswordContext & { readonly pointer: string },
): Promise<void> {
  const {
    valid,
    error = 'Not a good password',
    violations,
  } = await checkPassword(password, context);
  if (valid) return;
  const wrong = violations ?? [{ code: 'password_refused', detail: error }];
  throw new HttpProblem(422, {
    code: 'invalid_body',
    detail: error,
    errors: wrong.map((violation) => ({ pointer, ...violation })),
  });
}
