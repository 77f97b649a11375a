import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** The mail with the link to set a new password. */
export function passwordReset({ link }: { readonly link: string }): MailText {
  return layout({
    subject: `Set a new password for ${appName}`,
    text: `A new password was requested for your account.

Open this link to set one. It works once, within 30 minutes:
${link}

If you did not request it, ignore this mail. Your password is unchanged.`,
  });
}
