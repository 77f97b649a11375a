import type { MailText } from '../lib/mailer';
import { layout } from './layout';

interface Connected {
  /** The name of the provider. */
  readonly provider: string;
  readonly link: string;
}

/** The mail that reports a new way to sign in. */
export function accountConnected({ provider, link }: Connected): MailText {
  return layout({
    en: {
      subject: `${provider} was connected to your account`,
      text: `You can now sign in to your account with ${provider}.

If this was not you, disconnect ${provider} and change your password:
${link}`,
    },
    de: {
      subject: `${provider} wurde mit Ihrem Konto verbunden`,
      text: `Sie können sich jetzt mit ${provider} bei Ihrem Konto anmelden.

Wenn Sie das nicht waren, trennen Sie ${provider} und ändern Sie Ihr Passwort:
${link}`,
    },
  });
}
