import { title } from '../../generated/openapi';
import { isCommonPassword } from './common-passwords';

/** The result of a password check. */
export interface PasswordVerdict {
  readonly valid: boolean;
  /** The human-readable reason, if the password is not valid. */
  readonly error?: string | undefined;
  /** All violations with machine-readable codes. */
  readonly violations?: readonly Violation[] | undefined;
}

export interface Violation {
  /** Stable code, such as `password_too_short` */
  readonly code: string;
  readonly detail: string;
}

/** Account data that a password must not contain. */
export interface PasswordContext {
  readonly email?: string | undefined;
}

/** A password policy. It may be asynchronous and may ignore the context. */
export type PasswordPolicy = (
  password: string,
  context: PasswordContext,
) => PasswordVerdict | Promise<PasswordVerdict>;

/** Maximum length in characters. Limits the cost of hashing. */
export const longestPassword = 256;

/** At least 8 characters, an uppercase letter, a lowercase letter and a number, of any script. */
export function defaultPasswordPolicy(
  password: string,
  _context?: PasswordContext,
): PasswordVerdict {
  const text = password.normalize('NFKC');
  return verdict([
    ...lengthViolations(text, 8),
    ...unless(/\p{Lu}/u.test(text), 'password_no_uppercase', 'Needs an uppercase letter'),
    ...unless(/\p{Ll}/u.test(text), 'password_no_lowercase', 'Needs a lowercase letter'),
    ...unless(/\p{N}/u.test(text), 'password_no_digit', 'Needs a number'),
  ]);
}

/** Checks a password by NIST SP 800-63B-4: long, not common, and without account data. */
export function nistPasswordPolicy(
  password: string,
  { email = '' }: PasswordContext = {},
): PasswordVerdict {
  const text = password.normalize('NFKC');
  const known = [email.split('@')[0] ?? '', title].filter((word) => word.length >= 3);
  const isPersonal = known.some((word) => text.toLowerCase().includes(word.toLowerCase()));
  return verdict([
    ...lengthViolations(text, 15),
    ...unless(!isCommonPassword(text), 'password_too_common', 'Is one of those tried first'),
    ...unless(
      !isPersonal,
      'password_contains_context',
      'Contains your address, or the name of this application',
    ),
  ]);
}

/**
 * The password policy of this application. Replace it with `nistPasswordPolicy` or with a function of your own, such as
 * `(password: string) => ({ valid: password.length >= 12, error: 'Use at least 12 characters.' })`. See `PasswordPolicy`.
 */
export const validatePassword = defaultPasswordPolicy;

function lengthViolations(text: string, least: number): readonly Violation[] {
  const { length } = [...text];
  return [
    ...unless(length >= least, 'password_too_short', `Needs at least ${least} characters`),
    ...unless(
      length <= longestPassword,
      'password_too_long',
      `Has more than ${longestPassword} characters`,
    ),
  ];
}

function unless(isFine: boolean, code: string, detail: string): readonly Violation[] {
  return isFine ? [] : [{ code, detail }];
}

function verdict(violations: readonly Violation[]): PasswordVerdict {
  if (violations.length === 0) return { valid: true };
  const error = `${violations.map(({ detail }) => detail).join('. ')}.`;
  return { valid: false, error, violations };
}
