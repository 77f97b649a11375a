import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Mail } from '../lib/outbox.ts';

/** A mail in the mailbox. */
export interface KeptMail extends Mail {
  readonly id: string;
  /** ISO 8601 */
  readonly at: string;
}

const folder = 'data/mailbox';
/** The most mails in the folder. */
const most = 200;

/** The mails of a test. They are not written to the folder. */
const memory: KeptMail[] = [];

/** Keeps a mail instead of a delivery. */
export function keepMail(mail: Mail): void {
  const at = new Date().toISOString();
  const kept = { ...mail, id: `${at.replaceAll(/\D/g, '')}-${randomUUID()}`, at };
  if (process.env.NODE_ENV === 'test') memory.push(kept);
  else writeMail(kept);
}

/** A mail can contain tokens, so only the current user can read the file. */
function writeMail(mail: KeptMail): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${folder}/${mail.id}.json`, JSON.stringify(mail, null, 2), { mode: 0o600 });
  for (const name of namesOfMails().slice(most)) rmSync(`${folder}/${name}`, { force: true });
}

/** Returns the kept mails, the newest first. */
export function keptMails(): readonly KeptMail[] {
  if (process.env.NODE_ENV === 'test') return memory.toReversed();
  return namesOfMails().map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
}

function namesOfMails(): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .toReversed();
  } catch {
    return [];
  }
}
