import type { messages as en } from './en';

export const messages = {
  newsletterTitle: 'Newsletter',
  newsletterEmail: 'E-Mail-Adresse',
  newsletterSubscribe: 'Abonnieren',
  newsletterCheckMail: 'Öffnen Sie den Link in der Mail, die wir Ihnen geschickt haben.',
  newsletterConfirm: 'Abonnement bestätigen',
  newsletterConfirmed: 'Sie haben den Newsletter abonniert.',
  newsletterUnsubscribe: 'Abbestellen',
  newsletterUnsubscribed: 'Sie haben den Newsletter abbestellt. Ihre Adresse ist gelöscht.',
  newsletterSubject: 'Betreff',
  newsletterText: 'Text',
  newsletterSend: `{ $count ->
    [one] An { $count } Abonnenten senden
   *[other] An { $count } Abonnenten senden
}`,
  newsletterSent: `{ $count ->
    [one] Die Ausgabe wurde an { $count } Abonnenten gesendet.
   *[other] Die Ausgabe wurde an { $count } Abonnenten gesendet.
}`,
} satisfies Record<keyof typeof en, string>;

export const problems = {
  'The link is not valid.': 'Der Link ist ungültig.',
};
