import { dateTime, id } from '@shared/lib/values';
import { z } from 'zod';
import type { AuditEvent } from '../../generated/prisma/client';
import { column, int } from '../column';
import { type Order, partsAfter } from '../cursor';
import { db } from '../db';
import { invalidQuery } from '../query';
import { auditOutcomes } from './audit';
import { flushAudit } from './audit-store';
import { addressesOf } from './user-list';

const personShape = z.object({ id: z.string(), email: z.string().nullable() }).nullable();

export const auditEventShape = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  event: z.string(),
  outcome: z.enum(auditOutcomes),
  actor: personShape.meta({ description: 'The user who acted. A deleted user has no address.' }),
  target: personShape.meta({ description: 'The user whom the action affected.' }),
  sessionId: z.string().nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
});

const time = dateTime.transform((text) => new Date(text));

/** The query of the audit log. Users are ids or e-mail addresses. `to` is exclusive. */
export const auditQuery = z.strictObject({
  event: z
    .string()
    .regex(/^[\w:-]{1,100}$/)
    .optional(),
  outcome: z.enum(auditOutcomes).optional(),
  actor: id.optional(),
  target: id.optional(),
  from: time.optional(),
  to: time.optional(),
  limit: int.pipe(z.number().min(1).max(200)).default(50),
  cursor: z.string().optional(),
});

const order: Order = { field: 'at', direction: 'desc' };

/** Returns a page of events, newest first, with the addresses of their users. */
export async function listEvents(query: z.output<typeof auditQuery>) {
  await flushAudit();
  const { event, outcome, actor, target, from, to, limit, cursor } = query;
  const [after] =
    cursor === undefined ? [{}] : (partsAfter(cursor, order, { at: column.dateTime }) ?? []);
  if (after === undefined) {
    throw invalidQuery([{ parameter: 'cursor', detail: 'Not a cursor of this list' }]);
  }
  const [actorId, targetId] = await Promise.all([userIdOf(actor), userIdOf(target)]);
  const take = limit + 1;
  const events = await db.auditEvent.findMany({
    where: {
      AND: [
        {
          ...(event !== undefined && { event }),
          ...(outcome !== undefined && { outcome }),
          ...(actorId !== undefined && { actorId }),
          ...(targetId !== undefined && { targetId }),
          at: { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lt: to }) },
        },
        after,
      ],
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take,
  });
  return { records: await withUsers(events), page: { take, order } };
}

/** Returns the id of a user, given as id or as address. */
async function userIdOf(given: string | undefined): Promise<string | undefined> {
  if (given === undefined || !given.includes('@')) return given;
  const email = given.trim().toLowerCase();
  const user = await db.user.findUnique({ where: { email }, select: { id: true } });
  // No event has an address as id.
  return user?.id ?? given;
}

async function withUsers(events: readonly AuditEvent[]) {
  const ids = events.flatMap(({ actorId, targetId }) => [actorId, targetId]);
  const addresses = await addressesOf(ids.filter((one) => one !== null));
  const person = (one: string | null) => one && { id: one, email: addresses.get(one) ?? null };
  return events.map(({ actorId, targetId, ...event }) => ({
    ...event,
    actor: person(actorId),
    target: person(targetId),
  }));
}
