import type { Request, Response } from 'express';
import { z } from 'zod';
import { auditOutcomes } from '../../lib/auth/audit';
import { auditEventShape, auditQuery, listEvents } from '../../lib/auth/audit-list';
import { describe } from '../../lib/auth/describe';
import { sendPage } from '../../lib/page';
import { readQuery } from '../../lib/query';

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const parameters = Object.entries({
  event: text,
  outcome: { enum: auditOutcomes },
  actor: text,
  target: text,
  from: time,
  to: time,
  limit: { type: 'integer', default: 50, maximum: 200 },
  cursor: text,
}).map(([name, schema]) => ({ name, in: 'query', schema }));

export const openapi = {
  GET: describe('The audit log, newest event first.', {
    answers: { 200: 'A page of the log. The header Link names the next page.' },
    shape: z.array(auditEventShape),
    refusals: [422],
    parameters,
  }),
};

/** Returns the events that the query selects. */
export async function GET(req: Request, res: Response): Promise<void> {
  sendPage(req, res, await listEvents(readQuery(auditQuery, req.query)));
}
