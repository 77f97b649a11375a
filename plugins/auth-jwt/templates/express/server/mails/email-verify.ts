import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** The mail with the link to verify an address. */
export function emailVerify({ link }: { readonly link: string }): MailText {
  return layout({
    subject: `Verify your e-mail address for ${appName}`,
    text: `Open this link to verify the e-mail address of your account. It works once, within 24 hours:
${link}

If you have no account, ignore this mail. The address stays unverified.`,
  });
}
