import type { Request } from 'express';
import { log } from '../log';

type Event =
  | 'register'
  | 'login'
  | 'refresh'
  | 'refresh_reuse'
  | 'logout'
  | 'password_change'
  | 'password_forgot'
  | 'password_reset'
  | 'email_verify'
  | 'email_change_request'
  | 'email_change'
  | 'email_restore'
  | 'invitation_accept'
  | 'session_revoke'
  | 'role_denied'
  | 'second_factor'
  | 'totp_confirm'
  | 'totp_remove'
  | 'recovery_codes'
  | 'admin_created';

interface Details {
  readonly outcome: 'ok' | 'refused';
  readonly userId?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** The security log: its level does not depend on `LOG_LEVEL`, except for `silent`. */
const securityLog = log.child({}, { level: 'info' });

/** Logs a security event as the line `audit`, without passwords, tokens and bodies. */
export function audit(event: Event, req: Request | undefined, details: Details): void {
  if (log.level === 'silent') return;
  const { outcome, userId, sessionId } = details;
  securityLog.info({ event, outcome, userId, sessionId, ip: req?.ip }, 'audit');
}
