import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** The mail that reports a new password. */
export function passwordChanged({ link }: { readonly link: string }): MailText {
  return layout({
    en: {
      subject: `Your password for ${appName} was changed`,
      text: `A new password was set for your account with a link from a mail. All sessions have ended.

If this was not you, set another password at once:
${link}`,
    },
    de: {
      subject: `Ihr Passwort bei ${appName} wurde geändert`,
      text: `Über den Link aus einer E-Mail wurde ein neues Passwort für Ihr Konto festgelegt. Alle Sitzungen sind beendet.

Wenn Sie das nicht waren, legen Sie sofort ein anderes Passwort fest:
${link}`,
    },
  });
}
