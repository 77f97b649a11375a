import type { Prisma } from '../../generated/prisma/client';
import { db } from '../db';
import { log } from '../log';
import { beforeShutdown } from '../shutdown';
import { authConfig } from './config';

/** The maximum number of events that wait to be stored. */
const mostWaiting = 1_000;
/** The number of events in one statement. */
const batch = 100;
/** The interval between removals of old events, in milliseconds. */
const removeEvery = 3_600_000;

const waiting: Prisma.AuditEventCreateManyInput[] = [];
let writing: Promise<void> | undefined;
let removedAt = 0;

beforeShutdown(flushAudit);

/** Queues an event. If too many events wait, the event is only logged. */
export function recordEvent(event: Prisma.AuditEventCreateManyInput): void {
  if (waiting.length >= mostWaiting) {
    log.error({ code: 'audit_queue_full', event: event.event }, 'audit event was not stored');
    return;
  }
  waiting.push(event);
  writing ??= write();
}

/** Waits until all queued events are stored. */
export async function flushAudit(): Promise<void> {
  await writing;
}

/** Stores the queued events. A failure is logged: it must not affect the request. */
async function write(): Promise<void> {
  // The events of one request are stored together, after its other queries.
  await new Promise(setImmediate);
  do {
    await store(waiting.splice(0, batch));
    await removeSometimes();
  } while (waiting.length > 0);
  writing = undefined;
}

async function store(data: Prisma.AuditEventCreateManyInput[]): Promise<void> {
  try {
    await db.auditEvent.createMany({ data });
  } catch (error) {
    const events = data.map(({ event }) => event);
    log.error({ err: error, code: 'audit_failed', events }, 'audit events were not stored');
  }
}

async function removeSometimes(): Promise<void> {
  const now = Date.now();
  if (now - removedAt < removeEvery) return;
  removedAt = now;
  await removeOldEvents().catch((error: unknown) => {
    log.error({ err: error, code: 'audit_failed' }, 'old audit events were not removed');
  });
}

/** Removes the events that are older than the setting `auditDays`. */
export async function removeOldEvents(): Promise<void> {
  const before = new Date(Date.now() - authConfig.auditDays * 86_400_000);
  for (;;) {
    const old = await db.auditEvent.findMany({
      where: { at: { lt: before } },
      select: { id: true },
      take: 1_000,
    });
    if (old.length === 0) return;
    await db.auditEvent.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
  }
}
