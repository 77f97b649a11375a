import { z } from 'zod';
import { passwordRules } from '@/lib/auth/password-rules';
import { t } from '@/lib/i18n';

export const emailField = z
  .string()
  .trim()
  .pipe(z.email({ error: () => t('authEmailInvalid') }));

export const newPasswordField = z
  .string()
  .refine((password) => passwordRules.every(({ isMet }) => isMet(password)), {
    error: () => t('authRulesUnmet'),
  });
