import { isMailAvailable } from '../generated/mail';
import { env } from './env';
import { log } from './log';

const texts = import.meta.glob(['../mails/*.ts', '!../mails/layout.ts'], { eager: true });

/** Warns if the application has mails to send, but cannot send them or has no address for links. */
export function checkMail(): void {
  if (Object.keys(texts).length === 0) return;
  if (!isMailAvailable()) {
    const advice = 'See: genlock add mail-smtp';
    log.warn({ code: 'mail_not_configured' }, `The application cannot send mail. ${advice}`);
  } else if (env.APP_URL === undefined) {
    const place = `http://localhost:${env.PORT}`;
    log.warn({ code: 'app_url_missing' }, `APP_URL is missing. Links in mails lead to ${place}.`);
  }
}
