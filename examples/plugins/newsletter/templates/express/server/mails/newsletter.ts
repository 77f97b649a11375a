import { appName } from '@shared/lib/app';
import type { MailText } from '../lib/mailer';
import { layout } from './layout';

/** Asks the owner of an address to confirm the subscription. */
export function confirmSubscription({ link }: { readonly link: string }): MailText {
  return layout({
    subject: `Confirm your subscription to ${appName}`,
    text: `Open this link to confirm your subscription:\n${link}\n\nIf you did not subscribe, ignore this mail.`,
  });
}

/** An issue for one subscriber. */
export function newsletterIssue(issue: {
  readonly subject: string;
  readonly text: string;
  readonly unsubscribeLink: string;
}): MailText {
  return layout({
    subject: issue.subject,
    text: `${issue.text}\n\nUnsubscribe:\n${issue.unsubscribeLink}`,
  });
}
