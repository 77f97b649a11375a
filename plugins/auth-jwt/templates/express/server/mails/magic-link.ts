import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** The mail with the link to sign in. */
export function magicLink({ link }: { readonly link: string }): MailText {
  return layout({
    en: {
      subject: `Sign in to ${appName}`,
      text: `Open this link to sign in, in the browser that you requested it in. It works once, within 10 minutes:
${link}

If you did not request it, ignore this mail. The link works in no other browser.`,
    },
    de: {
      subject: `Bei ${appName} anmelden`,
      text: `Öffnen Sie diesen Link, um sich anzumelden, und zwar in dem Browser, in dem Sie ihn angefordert haben. Er gilt einmal, innerhalb von 10 Minuten:
${link}

Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Der Link gilt in keinem anderen Browser.`,
    },
  });
}
