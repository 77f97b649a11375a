import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** The mail to the new address of an account. */
export function emailChange({ link }: { readonly link: string }): MailText {
  return layout({
    en: {
      subject: `Confirm your new e-mail address for ${appName}`,
      text: `Open this link to use this e-mail address for your account. It works once, within an hour:
${link}

If you did not request this, ignore this mail. Nothing changes.`,
    },
    de: {
      subject: `Bestätigen Sie Ihre neue E-Mail-Adresse bei ${appName}`,
      text: `Öffnen Sie diesen Link, um diese E-Mail-Adresse für Ihr Konto zu verwenden. Er gilt einmal, innerhalb einer Stunde:
${link}

Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Es ändert sich nichts.`,
    },
  });
}
