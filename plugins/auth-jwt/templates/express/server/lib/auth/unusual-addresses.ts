import { db } from '../db';
import { email as schema } from './fields';

/** A user whose address differs from the form that registration stores. */
interface UnusualAddress {
  readonly id: string;
  readonly email: string;
  readonly reason: string;
}

/** The number of users that are read at once. */
const pageSize = 500;

/**
 * Finds users whose stored address is not normalized. Sign-in normalizes the typed address, so it
 * does not find them. Changes nothing, because the normalized address can belong to another person.
 */
export async function* unusualAddresses(): AsyncGenerator<UnusualAddress> {
  let after = '';
  for (;;) {
    const users = await db.user.findMany({
      where: { id: { gt: after } },
      select: { id: true, email: true },
      orderBy: { id: 'asc' },
      take: pageSize,
    });
    for (const { id, email } of users) {
      const reason = await reasonFor(email);
      if (reason !== undefined) yield { id, email, reason };
    }
    const last = users.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function reasonFor(email: string): Promise<string | undefined> {
  const { data: normalized } = schema.safeParse(email);
  if (normalized === undefined) return 'not a valid address';
  if (normalized === email) return undefined;
  const twin = await db.user.findUnique({ where: { email: normalized }, select: { id: true } });
  return twin === null
    ? `free as ${normalized}`
    : `the account ${twin.id} has the address ${normalized}`;
}
