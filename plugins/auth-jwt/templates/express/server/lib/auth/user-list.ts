import { z } from 'zod';
import type { User } from '../../generated/prisma/client';
import { isPresent } from '../conditions';
import { db } from '../db';
import { mayChangeRole, mayManage, type Ranked } from './administration';
import type { AuditEventName } from './audit';
import { roles } from './roles';

/** The columns that administrators see. */
export const userColumns = {
  id: true,
  email: true,
  emailVerified: true,
  name: true,
  role: true,
  disabledAt: true,
  createdAt: true,
} as const;

type Listed = Pick<User, keyof typeof userColumns>;

export const adminUserShape = z.object({
  id: z.string(),
  email: z.email(),
  emailVerified: z.iso.datetime().nullable(),
  name: z.string().nullable(),
  role: z.enum(roles),
  disabledAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  lastSignInAt: z.iso.datetime().nullable(),
  secondFactor: z.boolean(),
  may: z
    .object({ manage: z.boolean(), changeRole: z.boolean() })
    .meta({ description: 'The actions that the caller may perform on this user.' }),
});

const signIns: AuditEventName[] = ['register', 'login'];

/**
 * Adds the last sign-in of each user, whether the user has a second factor, and what an
 * administrator may do with the user.
 */
export async function describeUsers(users: readonly Listed[], actor: Ranked) {
  const ids = users.map(({ id }) => id);
  const [lastSignIns, secondFactors] = await Promise.all([
    lastSignInsOf(ids),
    db.totp.findMany({
      where: { userId: { in: ids }, ...isPresent('confirmedAt') },
      select: { userId: true },
    }),
  ]);
  const withFactor = new Set(secondFactors.map(({ userId }) => userId));
  return users.map((user) => ({
    ...user,
    lastSignInAt: lastSignIns.get(user.id) ?? null,
    secondFactor: withFactor.has(user.id),
    may: { manage: mayManage(actor, user), changeRole: mayChangeRole(actor, user) },
  }));
}

/** Returns the last sign-ins from the audit log, or from sessions that began before it. */
async function lastSignInsOf(ids: string[]): Promise<ReadonlyMap<string, Date>> {
  const [events, sessions] = await Promise.all([
    db.auditEvent.groupBy({
      by: ['actorId'],
      where: { actorId: { in: ids }, event: { in: signIns }, outcome: 'ok' },
      _max: { at: true },
    }),
    db.session.groupBy({
      by: ['userId'],
      where: { userId: { in: ids } },
      _max: { createdAt: true },
    }),
  ]);
  const times = [
    ...sessions.map(({ userId, _max }) => [userId, _max.createdAt] as const),
    ...events.map(({ actorId, _max }) => [actorId, _max.at] as const),
  ];
  const last = new Map<string, Date>();
  for (const [id, at] of times) {
    if (id === null || at === null) continue;
    const known = last.get(id);
    if (known === undefined || known < at) last.set(id, at);
  }
  return last;
}

/** Returns the addresses of users by id. */
export async function addressesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const users = await db.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, email: true },
  });
  return new Map(users.map(({ id, email }) => [id, email]));
}
