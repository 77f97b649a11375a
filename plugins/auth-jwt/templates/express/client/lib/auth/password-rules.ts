export interface PasswordRule {
  readonly text: string;
  readonly isMet: (password: string) => boolean;
}

/**
 * The password rules that forms display before input. They describe the policy in
 * `server/lib/auth/password-policy`, which the server enforces. Change both together.
 */
export const passwordRules: readonly PasswordRule[] = [
  { text: 'At least 8 characters', isMet: (password) => [...normal(password)].length >= 8 },
  { text: 'An uppercase letter', isMet: (password) => /\p{Lu}/u.test(normal(password)) },
  { text: 'A lowercase letter', isMet: (password) => /\p{Ll}/u.test(normal(password)) },
  { text: 'A number', isMet: (password) => /\p{N}/u.test(normal(password)) },
];

/** Normalizes a password in the same way as the server. */
function normal(password: string): string {
  return password.normalize('NFKC');
}
