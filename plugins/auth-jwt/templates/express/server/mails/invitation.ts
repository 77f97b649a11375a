import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** The mail with the link to create an account. */
export function invitation({ link }: { readonly link: string }): MailText {
  return layout({
    en: {
      subject: `Create your account for ${appName}`,
      text: `You can create an account with this e-mail address.

Open this link to continue. It works once, within 7 days:
${link}

If you do not want an account, ignore this mail.`,
    },
    de: {
      subject: `Erstellen Sie Ihr Konto bei ${appName}`,
      text: `Sie können mit dieser E-Mail-Adresse ein Konto erstellen.

Öffnen Sie diesen Link, um fortzufahren. Er gilt einmal, innerhalb von 7 Tagen:
${link}

Wenn Sie kein Konto möchten, ignorieren Sie diese E-Mail.`,
    },
  });
}
