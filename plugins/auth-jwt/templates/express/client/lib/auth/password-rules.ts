import { t } from '@/lib/i18n';

export interface PasswordRule {
  readonly text: () => string;
  readonly isMet: (password: string) => boolean;
}

const minimumLength = 8;

/**
 * The password rules that forms display before input. They describe the policy in
 * `server/lib/auth/password-policy`, which the server enforces. Change both together.
 */
export const passwordRules: readonly PasswordRule[] = [
  {
    text: () => t('authRuleLength', { count: minimumLength }),
    isMet: (password) => [...normal(password)].length >= minimumLength,
  },
  {
    text: () => t('authRuleUppercase'),
    isMet: (password) => /\p{Lu}/u.test(normal(password)),
  },
  {
    text: () => t('authRuleLowercase'),
    isMet: (password) => /\p{Ll}/u.test(normal(password)),
  },
  { text: () => t('authRuleNumber'), isMet: (password) => /\p{N}/u.test(normal(password)) },
];

/** Normalizes a password in the same way as the server. */
function normal(password: string): string {
  return password.normalize('NFKC');
}
