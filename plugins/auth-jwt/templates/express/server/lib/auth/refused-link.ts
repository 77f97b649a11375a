import type { Request } from 'express';
import { audit, type AuditEventName } from './audit';
import { invalidLink } from './errors';

/** Logs the refusal of a link, and returns the error. All invalid links get the same response. */
export function refusedLink(req: Request, event: AuditEventName) {
  audit(event, req, { outcome: 'refused' });
  return invalidLink();
}
