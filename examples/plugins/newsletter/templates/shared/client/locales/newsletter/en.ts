export const messages = {
  newsletterTitle: 'Newsletter',
  newsletterEmail: 'E-mail address',
  newsletterSubscribe: 'Subscribe',
  newsletterCheckMail: 'Open the link in the mail that we sent you.',
  newsletterConfirm: 'Confirm subscription',
  newsletterConfirmed: 'You are subscribed.',
  newsletterUnsubscribe: 'Unsubscribe',
  newsletterUnsubscribed: 'You are unsubscribed. Your address is deleted.',
  newsletterSubject: 'Subject',
  newsletterText: 'Text',
  newsletterSend: `{ $count ->
    [one] Send to { $count } subscriber
   *[other] Send to { $count } subscribers
}`,
  newsletterSent: `{ $count ->
    [one] The issue was sent to { $count } subscriber.
   *[other] The issue was sent to { $count } subscribers.
}`,
} as const;

type Own = typeof messages;

declare module '@/lib/i18n' {
  interface Messages extends Own {}
}
