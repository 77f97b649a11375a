import { keptMails, type KeptMail } from '../../server/development/mailbox';
import { flushMail } from '../../server/generated/mail';

/** Returns the mails that the application sent to an address, the newest first. */
export async function mailsTo(address: string): Promise<readonly KeptMail[]> {
  await flushMail();
  return keptMails().filter(({ to }) => to.address === address);
}
