import { z } from 'zod';
import { env } from './env';
import { log } from './log';
import { createOutbox, type Mail, type MailTransport, type OutboxLimits } from './outbox';
import { HttpProblem } from './problem';
import { beforeShutdown } from './shutdown';

export type { Mail, MailText, MailTransport, Recipient } from './outbox';

/** The functions of `server/generated/mail.ts`. */
export interface Mailer {
  /**
   * Queues a mail and returns at once; the mail leaves after the response. Problems of the delivery
   * are logged and never thrown.
   * @throws TypeError if the address is not exactly one address, or a line break is in a line, or
   *   the URL is invalid
   */
  sendMail(mail: Mail): void;
  /** Returns whether mails are delivered, or kept in the mailbox of the development. */
  isMailAvailable(): boolean;
  /** @throws HttpProblem 503 `mail_not_configured` if no mail can be sent */
  requireMail(): void;
  /** Delivers the mails that wait now. */
  flushMail(): Promise<void>;
  /** Delivers the mails that wait and closes the connections. Ends after `ms`, by default 10 seconds. */
  closeMail(ms?: number): Promise<void>;
}

/** @param provided the transport of the mail plugin, if it is configured */
export function createMailer(provided: MailTransport | undefined, limits?: OutboxLimits): Mailer {
  const transport = transportOf(provided);
  const outbox = transport && createOutbox(transport, limits);
  if (outbox !== undefined) beforeShutdown((ms) => outbox.close(ms));
  return {
    sendMail(mail) {
      const checked = parseMail(mail);
      if (outbox !== undefined) outbox.add(checked);
      else log.error({ code: 'mail_not_configured' }, 'mail dropped: no plugin provides mail');
    },
    isMailAvailable: () => outbox !== undefined,
    requireMail() {
      if (outbox !== undefined) return;
      throw new HttpProblem(503, {
        code: 'mail_not_configured',
        detail: 'This application cannot send mail.',
      });
    },
    flushMail: async () => outbox?.flush(),
    closeMail: async (ms = 10_000) => outbox?.close(ms),
  };
}

/**
 * Tests keep all mails. The development keeps them if no plugin delivers them. Production keeps none:
 * the build removes this branch.
 */
function transportOf(provided: MailTransport | undefined): MailTransport | undefined {
  if (import.meta.env.DEV && (env.NODE_ENV === 'test' || provided === undefined)) {
    return { deliver: keep };
  }
  return provided;
}

async function keep(mail: Mail): Promise<void> {
  const { keepMail } = await import('../development/mailbox');
  keepMail(mail);
  if (env.NODE_ENV === 'test') return;
  log.info(`A mail is in the mailbox: http://localhost:${env.PORT}/admin/mailbox`);
}

const line = z.string().regex(/^\P{Cc}*$/u);
const mailSchema = z.object({
  to: z.object({ address: z.email().max(254), name: line.max(200).optional() }),
  subject: line,
  text: z.string(),
  html: z.string().optional(),
  // Visible ASCII characters without angle brackets, because the URL becomes part of a header.
  unsubscribeUrl: z
    .url({ protocol: /^https?$/ })
    .regex(/^[!-;=?-~]{1,900}$/)
    .optional(),
});

function parseMail(mail: Mail): Mail {
  const result = mailSchema.safeParse(mail);
  if (result.success) return mail;
  const fields = result.error.issues.map(({ path }) => path.join('.'));
  // The values can be secrets.
  throw new TypeError(`The mail has an invalid ${fields.join(', ')}.`);
}
