import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** The mail with the link to set a new password. */
export function passwordReset({ link }: { readonly link: string }): MailText {
  return layout({
    en: {
      subject: `Set a new password for ${appName}`,
      text: `A new password was requested for your account.

Open this link to set one. It works once, within 30 minutes:
${link}

If you did not request it, ignore this mail. Your password is unchanged.`,
    },
    de: {
      subject: `Neues Passwort für ${appName} festlegen`,
      text: `Für Ihr Konto wurde ein neues Passwort angefordert.

Öffnen Sie diesen Link, um es festzulegen. Er gilt einmal, innerhalb von 30 Minuten:
${link}

Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort ist unverändert.`,
    },
  });
}
