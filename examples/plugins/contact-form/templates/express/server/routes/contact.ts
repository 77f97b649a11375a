import type { Request, Response } from 'express';
import { z } from 'zod';
import { settings } from '../generated/settings';
import { HttpProblem, readBody } from '../lib/problem';

const { subject, maxLength, signature, webhookUrl } = settings['contact-form'];
const message = z.object({ email: z.email(), text: z.string().trim().min(1).max(maxLength) });

/** Sends a message to the webhook. Responses never contain the webhook address. */
export async function POST(req: Request, res: Response): Promise<void> {
  const { email, text } = readBody(message, req);
  const sent = await fetch(webhookUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      subject,
      from: email,
      text: signature ? `${text}\n${signature}` : text,
    }),
    signal: AbortSignal.timeout(5000),
  }).catch(() => undefined);
  if (!sent?.ok) {
    throw new HttpProblem(502, { code: 'not_sent', detail: 'The message could not be sent.' });
  }
  res.status(204).end();
}
