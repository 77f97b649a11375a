import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** The mail to the previous address of an account. */
export function emailChanged({ link }: { readonly link: string }): MailText {
  return layout({
    en: {
      subject: `Your e-mail address for ${appName} was changed`,
      text: `Your account now has another e-mail address. Mails of the account no longer arrive here.

If you did not change it, open this link within 72 hours. It restores this address, ends all sessions and removes the password:
${link}`,
    },
    de: {
      subject: `Ihre E-Mail-Adresse bei ${appName} wurde geändert`,
      text: `Ihr Konto hat jetzt eine andere E-Mail-Adresse. E-Mails des Kontos kommen hier nicht mehr an.

Wenn Sie die Adresse nicht geändert haben, öffnen Sie diesen Link innerhalb von 72 Stunden. Er stellt diese Adresse wieder her, beendet alle Sitzungen und entfernt das Passwort:
${link}`,
    },
  });
}
