import { sendMail } from '../../generated/mail';
import { accountExists } from '../../mails/account-exists';
import { invitation } from '../../mails/invitation';
import { passwordReset } from '../../mails/password-reset';
import { appLink } from '../app-link';
import { db } from '../db';
import type { MailText } from '../mailer';
import { issueToken } from './auth-tokens';
import { emailTaken } from './errors';
import { countMail } from './mail-limits';
import type { Role } from './roles';

const minute = 60;
const day = 24 * 60 * minute;

/** Queues a mail to one address. */
export function mailTo(address: string, mail: MailText): void {
  sendMail({ to: { address }, ...mail });
}

/**
 * Mails a user a link to set a new password. Disabled users get none.
 * @returns whether the mail was queued; the number of mails to a recipient is limited
 */
export async function sendPasswordReset(userId: string): Promise<boolean> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { email: true, disabledAt: true },
  });
  if (user === null || user.disabledAt !== null || !(await countMail(user.email))) return false;
  const { email } = user;
  const seconds = 30 * minute;
  const token = await issueToken({ purpose: 'password_reset', email, userId, seconds });
  mailTo(email, passwordReset({ link: appLink('/reset-password', { token }) }));
  return true;
}

interface Invitation {
  /** The address to invite, normalized. */
  readonly email: string;
  readonly role: Role;
  /** The id of the user who invites. The invitation is valid as long as that user has the role. */
  readonly invitedBy: string;
}

/**
 * Invites an address to create an account, and mails the link.
 * @returns the link, which signs its holder in as the invited user
 * @throws HttpProblem 409 if the address has an account
 */
export async function invite({ email, role, invitedBy }: Invitation): Promise<string> {
  const known = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (known !== null) throw emailTaken();
  const link = await invitationLink(email, { role, invitedBy });
  mailTo(email, invitation({ link }));
  return link;
}

/**
 * Mails an address the link to create an account, or a note that it has one. Requests of visitors
 * are answered alike in both cases.
 */
export async function mailRegistration(email: string): Promise<void> {
  if (!(await countMail(email))) return;
  const known = await db.user.findUnique({ where: { email }, select: { id: true } });
  if (known === null) mailTo(email, invitation({ link: await invitationLink(email) }));
  else mailTo(email, accountExists({ link: appLink('/login') }));
}

async function invitationLink(email: string, data: Readonly<Record<string, string>> = {}) {
  const token = await issueToken({ purpose: 'invitation', email, data, seconds: 7 * day });
  return appLink('/invitation', { token });
}
