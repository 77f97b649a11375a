import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** The mail with the link to create an account. */
export function invitation({ link }: { readonly link: string }): MailText {
  return layout({
    subject: `Create your account for ${appName}`,
    text: `You can create an account with this e-mail address.

Open this link to choose a password. It works once, within 7 days:
${link}

If you do not want an account, ignore this mail.`,
  });
}
