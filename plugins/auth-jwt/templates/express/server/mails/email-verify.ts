import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** The mail with the link to verify an address. */
export function emailVerify({ link }: { readonly link: string }): MailText {
  return layout({
    en: {
      subject: `Verify your e-mail address for ${appName}`,
      text: `Open this link to verify the e-mail address of your account. It works once, within 24 hours:
${link}

If you have no account, ignore this mail. The address stays unverified.`,
    },
    de: {
      subject: `Bestätigen Sie Ihre E-Mail-Adresse bei ${appName}`,
      text: `Öffnen Sie diesen Link, um die E-Mail-Adresse Ihres Kontos zu bestätigen. Er gilt einmal, innerhalb von 24 Stunden:
${link}

Wenn Sie kein Konto haben, ignorieren Sie diese E-Mail. Die Adresse bleibt unbestätigt.`,
    },
  });
}
