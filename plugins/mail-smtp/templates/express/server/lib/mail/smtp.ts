import { createTransport } from 'nodemailer';
import type { MailTransport, Recipient } from '../mailer';
import type { SmtpServer } from './config';

/** Creates the transport. It keeps up to five connections, and every step has a timeout. */
export function createSmtpTransport(server: SmtpServer, from: Recipient): MailTransport {
  const { host, port, secure, isLoopback, auth } = server;
  const smtp = createTransport({
    pool: true,
    maxConnections: 5,
    host,
    port,
    secure,
    requireTLS: !isLoopback,
    ignoreTLS: isLoopback,
    ...(auth && { auth }),
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // A mail contains no files and no content of other addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver({ to, subject, text, html, unsubscribeUrl }) {
      try {
        await smtp.sendMail({
          from: nodemailerAddress(from),
          to: nodemailerAddress(to),
          // The server sees exactly these addresses, regardless of the header.
          envelope: { from: from.address, to: [to.address] },
          subject,
          text,
          ...(html !== undefined && { html }),
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
        });
      } catch (error) {
        throw isPermanent(error) ? Object.assign(error, { isPermanent: true }) : error;
      }
    },
    close: () => smtp.close(),
  };
}

/** One-click unsubscription (RFC 8058). */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function nodemailerAddress({ name = '', address }: Recipient) {
  return { name, address };
}

/** Answers from 500 on are permanent (RFC 5321). */
function isPermanent(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  return typeof error.responseCode === 'number' && error.responseCode >= 500;
}
