import type { Request } from 'express';
import { env } from '../env';

type Event =
  | 'register'
  | 'login'
  | 'refresh'
  | 'refresh_reuse'
  | 'logout'
  | 'password_change'
  | 'session_revoke'
  | 'role_denied'
  | 'admin_created';

interface Details {
  readonly outcome: 'ok' | 'refused';
  readonly userId?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** Puts on record who did what: a line of JSON on standard output, with no password, token or body in it. */
export function audit(event: Event, req: Request | undefined, details: Details): void {
  if (env.LOG_LEVEL === 'silent') return;
  const { outcome, userId, sessionId } = details;
  const at = new Date().toISOString();
  const entry = { at, event, userId, sessionId, ip: req?.ip, outcome };
  process.stdout.write(`${JSON.stringify(entry)}\n`);
}
