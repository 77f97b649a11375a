import type { Request, Response } from 'express';
import { z } from 'zod';
import { authConfig } from '../../lib/auth/config';
import { describe } from '../../lib/auth/describe';

export const openapi = {
  GET: describe('How visitors can create an account and sign in.', {
    answers: { 200: 'The options.' },
    shape: z.object({
      registration: z.enum(['open', 'private', 'invited']),
      verifyEmail: z.enum(['off', 'required']),
      magicLink: z.enum(['on', 'off']),
    }),
  }),
};

/** Returns the settings that the pages for visitors depend on. */
export function GET(_req: Request, res: Response): void {
  const { registration, verifyEmail, hasMagicLink } = authConfig;
  res.json({ registration, verifyEmail, magicLink: hasMagicLink ? 'on' : 'off' });
}
