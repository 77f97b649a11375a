/**
 * What the form tells of a password before it is typed. It says what `server/lib/auth/password-policy`
 * demands, which alone decides: change both together.
 */
export interface PasswordRule {
  readonly text: string;
  readonly isMet: (password: string) => boolean;
}

export const passwordRules: readonly PasswordRule[] = [
  { text: 'At least 8 characters', isMet: (password) => [...password].length >= 8 },
  { text: 'An upper-case letter', isMet: (password) => /\p{Lu}/u.test(password) },
  { text: 'A lower-case letter', isMet: (password) => /\p{Ll}/u.test(password) },
  { text: 'A number', isMet: (password) => /\p{Nd}/u.test(password) },
];
