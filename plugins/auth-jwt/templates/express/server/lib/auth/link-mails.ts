import { isMailAvailable, sendMail } from '../../generated/mail';
import { accountExists } from '../../mails/account-exists';
import { emailChange } from '../../mails/email-change';
import { emailChanged } from '../../mails/email-changed';
import { emailVerify } from '../../mails/email-verify';
import { invitation } from '../../mails/invitation';
import { magicLink } from '../../mails/magic-link';
import { passwordReset } from '../../mails/password-reset';
import { appLink } from '../app-link';
import { db } from '../db';
import type { MailText } from '../mailer';
import type { PublicUser } from './accounts';
import type { PreviousAddress } from './addresses';
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

/**
 * Mails a user a link to sign in. Disabled users get none.
 * @param browser the browser that can use the link
 * @returns whether the mail was queued
 */
export async function sendMagicLink(userId: string, browser: string): Promise<boolean> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { email: true, disabledAt: true },
  });
  if (user === null || user.disabledAt !== null || !(await countMail(user.email))) return false;
  const { email } = user;
  const [seconds, data] = [10 * minute, { browser }];
  const token = await issueToken({ purpose: 'magic_link', email, userId, data, seconds });
  mailTo(email, magicLink({ link: appLink('/magic', { token }) }));
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
 * Invites an address to create an account, and mails the link. Without mail, the caller must pass
 * the link on, so that it does not prove the address.
 * @returns the link, which signs its holder in as the invited user
 * @throws HttpProblem 409 if the address has an account
 */
export async function invite({ email, role, invitedBy }: Invitation): Promise<string> {
  if (await hasAccount(email)) throw emailTaken();
  const isMailed = isMailAvailable();
  const link = await invitationLink(email, { role, invitedBy, isMailed: String(isMailed) });
  if (isMailed) mailTo(email, invitation({ link }));
  return link;
}

/**
 * Mails an address the link to create an account, or a note that it has one. Requests of visitors
 * are answered alike in both cases.
 */
export async function mailRegistration(email: string): Promise<void> {
  if (!(await countMail(email))) return;
  if (await hasAccount(email)) mailTo(email, accountExists({ link: appLink('/login') }));
  else mailTo(email, invitation({ link: await invitationLink(email) }));
}

/** Mails a user a link to verify the address of the account, unless the user has verified it. */
export async function sendVerification(userId: string): Promise<boolean> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { email: true, disabledAt: true, emailVerified: true },
  });
  if (user === null || user.disabledAt !== null || user.emailVerified !== null) return false;
  const { email } = user;
  if (!(await countMail(email))) return false;
  const token = await issueToken({ purpose: 'email_verify', email, userId, seconds: day });
  mailTo(email, emailVerify({ link: appLink('/verify-email', { token }) }));
  return true;
}

/**
 * Mails the link to the new address of a user. If the address has an account, a note tells its
 * owner. The response is the same.
 */
export async function sendEmailChange(
  { id: userId, email: from }: Pick<PublicUser, 'id' | 'email'>,
  email: string,
): Promise<void> {
  if (email === from || !(await countMail(email))) return;
  if (await hasAccount(email)) return mailTo(email, accountExists({ link: appLink('/login') }));
  const seconds = 60 * minute;
  const data = { from };
  const token = await issueToken({ purpose: 'email_change', email, userId, data, seconds });
  mailTo(email, emailChange({ link: appLink('/confirm-email', { token }) }));
}

/** Reports a change to the previous address of a user, with a link that undoes it. */
export async function sendEmailChanged({ id, email, emailVerified }: PreviousAddress) {
  const token = await issueToken({
    purpose: 'email_restore',
    email,
    userId: id,
    data: { wasVerified: String(emailVerified !== null) },
    seconds: 3 * day,
    // An owner of several addresses can restore each of them.
    slot: email,
  });
  // Not counted: otherwise, requests for other mails could suppress this one.
  mailTo(email, emailChanged({ link: appLink('/restore-email', { token }) }));
}

async function hasAccount(email: string): Promise<boolean> {
  return (await db.user.count({ where: { email } })) > 0;
}

async function invitationLink(email: string, data?: Readonly<Record<string, string>>) {
  const token = await issueToken({
    purpose: 'invitation',
    email,
    seconds: 7 * day,
    // A visitor cannot replace the invitation of a user.
    ...(data === undefined ? { slot: 'visitor' } : { data }),
  });
  return appLink('/invitation', { token });
}
