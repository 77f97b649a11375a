export interface PasswordRule {
  readonly text: string;
  readonly isMet: (password: string) => boolean;
}

/**
 * What the forms tell of a new password before it is typed. It says what the policy in
 * `server/lib/auth/password-policy` demands, which alone decides: change both together.
 */
export const passwordRules: readonly PasswordRule[] = [
  { text: 'At least 8 characters', isMet: (password) => [...normal(password)].length >= 8 },
  { text: 'An uppercase letter', isMet: (password) => /\p{Lu}/u.test(normal(password)) },
  { text: 'A lowercase letter', isMet: (password) => /\p{Ll}/u.test(normal(password)) },
  { text: 'A number', isMet: (password) => /\p{N}/u.test(normal(password)) },
];

/** As the server reads it: the same characters, however they were typed. */
function normal(password: string): string {
  return password.normalize('NFKC');
}
