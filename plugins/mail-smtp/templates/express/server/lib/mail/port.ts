import { settings } from '../../generated/settings';
import { env, refuseEnvironment } from '../env';
import type { MailTransport } from '../mailer';
import { parseSender, parseServer } from './config';
import { createSmtpTransport } from './smtp';

const { smtpUrl, from } = settings['mail-smtp'];

/** The transport of the mail port. Development and tests can run without `SMTP_URL`. */
export const transport = transportOf();

function transportOf(): MailTransport | undefined {
  if (smtpUrl === undefined) {
    return env.NODE_ENV === 'production' ? refuseEnvironment(['SMTP_URL is missing']) : undefined;
  }
  const [server, sender] = [parseServer(smtpUrl), parseSender(from ?? '')];
  if (server !== undefined && sender !== undefined) return createSmtpTransport(server, sender);
  return refuseEnvironment([
    ...(server === undefined ? ['SMTP_URL is not a URL such as smtps://mail.example.com'] : []),
    ...(sender === undefined
      ? ['MAIL_FROM is not an address such as Shop <noreply@example.com>']
      : []),
  ]);
}
