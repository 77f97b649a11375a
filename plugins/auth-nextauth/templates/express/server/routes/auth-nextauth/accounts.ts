import type { Request, Response } from 'express';
import { z } from 'zod';
import { isLinkingAllowed, providers } from '../../lib/auth-nextauth/config';
import { providerFacts } from '../../lib/auth-nextauth/providers';
import { describe, requireSession } from '../../lib/auth/port';
import { db } from '../../lib/db';

const accountShape = z.object({
  id: z.string(),
  provider: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
});

export const openapi = {
  GET: describe('The provider accounts that the caller can sign in with, oldest first.', {
    answers: { 200: 'The accounts, and whether the caller can connect more.' },
    shape: z.object({ accounts: z.array(accountShape), canLink: z.boolean() }),
  }),
};

/** Returns the connected accounts of the caller. */
export async function GET(req: Request, res: Response): Promise<void> {
  const { user } = await requireSession(req);
  const found = await db.account.findMany({
    where: { userId: user.id },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, provider: true, email: true, createdAt: true, lastUsedAt: true },
  });
  const accounts = found.map((account) => ({ ...account, name: nameOf(account.provider) }));
  res.json({ accounts, canLink: isLinkingAllowed && providers.size > 0 });
}

/** Returns the name of a provider, which may no longer be configured. */
function nameOf(provider: string): string {
  const facts: Readonly<Record<string, { readonly name: string } | undefined>> = providerFacts;
  return providers.get(provider)?.name ?? facts[provider]?.name ?? provider;
}
