import type { Request } from 'express';
import { log } from '../log';
import { recordEvent } from './audit-store';

/** The security events of accounts and their administration. */
export const auditEvents = [
  'register',
  'login',
  'refresh',
  'refresh_reuse',
  'logout',
  'magic_link',
  'password_change',
  'password_forgot',
  'password_reset',
  'email_verify',
  'email_change_request',
  'email_change',
  'email_restore',
  'invitation_accept',
  'session_revoke',
  'role_denied',
  'second_factor',
  'totp_confirm',
  'totp_remove',
  'recovery_codes',
  'admin_created',
  'role_change',
  'user_disable',
  'user_enable',
  'user_delete',
  'user_sessions_end',
  'second_factor_reset',
  'password_reset_request',
  'invitation_create',
  'invitation_revoke',
] as const;

/** An event of this module, or of another plugin: `passkey:add`. */
export type AuditEventName = (typeof auditEvents)[number] | `${string}:${string}`;

export const auditOutcomes = ['ok', 'refused'] as const;

interface Details {
  readonly outcome: (typeof auditOutcomes)[number];
  /** The user who acted. */
  readonly userId?: string | undefined;
  readonly sessionId?: string | undefined;
  /** The user whom the action affected, if it is another user. */
  readonly targetId?: string | undefined;
  /** Further details. Never secrets, tokens or bodies. */
  readonly data?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

/** The security log: its level does not depend on `LOG_LEVEL`, except for `silent`. */
const securityLog = log.child({}, { level: 'info' });

/**
 * Logs a security event as the line `audit` and stores it, without passwords, tokens and bodies.
 * Returns at once: the event is stored later.
 */
export function audit(event: AuditEventName, req: Request | undefined, details: Details): void {
  const { outcome, userId, sessionId, targetId, data } = details;
  recordEvent({
    at: new Date(),
    event,
    outcome,
    actorId: userId ?? null,
    targetId: targetId ?? null,
    sessionId: sessionId ?? null,
    ip: req?.ip ?? null,
    userAgent: req?.get('User-Agent')?.slice(0, 200) ?? null,
    ...(data !== undefined && { data }),
  });
  if (log.level === 'silent') return;
  securityLog.info({ event, outcome, userId, sessionId, targetId, data, ip: req?.ip }, 'audit');
}
