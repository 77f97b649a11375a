import { z } from 'zod';
import { HttpProblem } from '../problem';
import {
  type PasswordContext,
  type PasswordPolicy,
  type PasswordVerdict,
  validatePassword,
} from './password-policy';

/** An address, the same however it is written; only what can't be mistaken for another. */
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

/** A password that is to be kept; half of a surrogate pair would be kept as something else. */
export const newPassword = z
  .string()
  .regex(/^\P{Surrogate}*$/u, { error: 'Expected text that is well-formed' });

/** The verdict of `validatePassword`, which may be synchronous or asynchronous. */
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
 * @throws HttpProblem 422 with what is wrong, one by one
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
