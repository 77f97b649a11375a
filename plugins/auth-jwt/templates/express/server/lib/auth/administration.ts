import type { Request } from 'express';
import { isEmpty } from '../conditions';
import { HttpProblem, notFound } from '../problem';
import { requireSession } from '.';
import { audit, type AuditEventName } from './audit';
import { forbidden, lastSuperAdmin, ownAccount, rankTooLow } from './errors';
import { hasRole, outranks } from './roles';
import { inTurn, type Transaction } from './turns';

/** The properties of a user that decide about administration. */
export interface Ranked {
  readonly id: string;
  readonly role: string;
}

const columns = { id: true, role: true, disabledAt: true } as const;

/** A user that an administrator changes. */
export interface Target extends Ranked {
  readonly disabledAt: Date | null;
}

/** Returns whether an administrator may disable, delete or sign out a user. */
export function mayManage(actor: Ranked, target: Ranked): boolean {
  if (actor.id === target.id || !hasRole(actor, 'ADMIN')) return false;
  return hasRole(actor, 'SUPER_ADMIN') || outranks(actor, target);
}

/** Returns whether an administrator may change the role of a user. */
export function mayChangeRole(actor: Ranked, target: Ranked): boolean {
  return actor.id !== target.id && hasRole(actor, 'SUPER_ADMIN');
}

interface Change {
  readonly event: AuditEventName;
  /** Details for the audit log. */
  readonly data?: Readonly<Record<string, string>>;
  readonly isAllowed?: (actor: Ranked, target: Ranked) => boolean;
  readonly apply: (tx: Transaction, target: Target) => Promise<void>;
}

/**
 * Changes the user in the path of a request. The rights of the caller are read in the same
 * transaction, so that they cannot change meanwhile.
 *
 * @throws HttpProblem 403 `own_account` or `rank_too_low`, 404, 409 `last_super_admin`
 */
export async function changeUser(
  req: Request<{ id: string }>,
  { event, data, isAllowed = mayManage, apply }: Change,
): Promise<void> {
  const { id: sessionId, user } = await requireSession(req as Request);
  const { id } = req.params;
  // PostgreSQL rejects some strings, such as strings with NUL characters.
  if (!/^[\w-]+$/.test(id)) throw notFound();
  const details = { userId: user.id, sessionId, targetId: id };
  try {
    await inTurn('administrators', async (tx) => {
      const [actor, target] = await Promise.all([
        tx.user.findUnique({ where: { id: user.id }, select: columns }),
        tx.user.findUnique({ where: { id }, select: columns }),
      ]);
      if (target === null) throw notFound();
      if (actor === null || actor.disabledAt !== null) throw forbidden();
      if (actor.id === target.id)
        throw (await isLast(tx, target)) ? lastSuperAdmin() : ownAccount();
      if (!isAllowed(actor, target)) throw rankTooLow();
      await apply(tx, target);
      if (hasRole(target, 'SUPER_ADMIN') && (await superAdmins(tx)) === 0) throw lastSuperAdmin();
    });
  } catch (error) {
    if (error instanceof HttpProblem && error.status !== 404) {
      audit(event, req as Request, {
        outcome: 'refused',
        ...details,
        data: { ...data, code: error.code },
      });
    }
    throw error;
  }
  audit(event, req as Request, { outcome: 'ok', ...details, data });
}

async function isLast(tx: Transaction, user: Ranked): Promise<boolean> {
  return hasRole(user, 'SUPER_ADMIN') && (await superAdmins(tx)) === 1;
}

/** Returns the number of users who can change roles. */
function superAdmins(tx: Transaction): Promise<number> {
  return tx.user.count({ where: { role: 'SUPER_ADMIN', ...isEmpty('disabledAt') } });
}
