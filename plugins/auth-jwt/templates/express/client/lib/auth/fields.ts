import { z } from 'zod';
import { passwordRules } from '@/lib/auth/password-rules';

export const emailField = z
  .string()
  .trim()
  .pipe(z.email('Enter an e-mail address, such as ada@example.com.'));

export const newPasswordField = z
  .string()
  .refine((password) => passwordRules.every(({ isMet }) => isMet(password)), {
    error: 'Choose a password that meets all rules below.',
  });
