import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** The mail to the previous address of an account. */
export function emailChanged({ link }: { readonly link: string }): MailText {
  return layout({
    subject: `Your e-mail address for ${appName} was changed`,
    text: `Your account now has another e-mail address. Mails of the account no longer arrive here.

If you did not change it, open this link within 72 hours. It restores this address, ends all sessions and removes the password:
${link}`,
  });
}
