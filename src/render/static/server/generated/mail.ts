// Rendered by Genlock from genlock.json: changes made here are lost.
import { transport } from '../lib/mail/port';
import { createMailer } from '../lib/mailer';

export const { sendMail, isMailAvailable, requireMail, flushMail, closeMail } =
  createMailer(transport);
