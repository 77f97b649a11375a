import type { Request, Response } from 'express';
import { z } from 'zod';
import { providers } from '../../lib/auth-nextauth/config';
import { describe, origin } from '../../lib/auth/port';

const providerShape = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['oidc', 'oauth']),
  signinUrl: z.url(),
  callbackUrl: z.url(),
});

export const openapi = {
  GET: describe('The providers to sign in with, by id.', {
    answers: { 200: 'The providers.' },
    shape: z.record(z.string(), providerShape),
  }),
};

/** Returns the configured providers. */
export function GET(_req: Request, res: Response): void {
  const shown = [...providers.values()].map(({ id, name, type, callbackUrl }) => [
    id,
    { id, name, type, signinUrl: `${origin}/api/auth/signin/${id}`, callbackUrl },
  ]);
  res.json(Object.fromEntries(shown));
}
