// Rendered by Genlock from genlock.json: changes made here are lost.
import { createMailer } from '../lib/mailer';

export const { sendMail, isMailAvailable, requireMail, flushMail, closeMail } =
  createMailer(undefined);
