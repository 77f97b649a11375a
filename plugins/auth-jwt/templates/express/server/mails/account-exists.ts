import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** The mail to an address that has an account already. */
export function accountExists({ link }: { readonly link: string }): MailText {
  return layout({
    en: {
      subject: `You already have an account for ${appName}`,
      text: `This e-mail address was entered to create an account, or to change the address of another account. It has an account already.

You can sign in here, or set a new password if you forgot yours:
${link}

If you did not enter the address, ignore this mail. Your account is unchanged.`,
    },
    de: {
      subject: `Sie haben bereits ein Konto bei ${appName}`,
      text: `Diese E-Mail-Adresse wurde eingegeben, um ein Konto zu erstellen oder die Adresse eines anderen Kontos zu ändern. Es gibt dafür bereits ein Konto.

Hier melden Sie sich an, oder Sie legen ein neues Passwort fest, wenn Sie Ihres vergessen haben:
${link}

Wenn Sie die Adresse nicht eingegeben haben, ignorieren Sie diese E-Mail. Ihr Konto ist unverändert.`,
    },
  });
}
