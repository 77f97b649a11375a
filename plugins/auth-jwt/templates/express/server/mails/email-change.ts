import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** The mail to the new address of an account. */
export function emailChange({ link }: { readonly link: string }): MailText {
  return layout({
    subject: `Confirm your new e-mail address for ${appName}`,
    text: `Open this link to use this e-mail address for your account. It works once, within an hour:
${link}

If you did not request this, ignore this mail. Nothing changes.`,
  });
}
