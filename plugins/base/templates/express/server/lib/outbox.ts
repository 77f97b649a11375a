import { randomUUID } from 'node:crypto';
import { setTimeout as pass } from 'node:timers/promises';
import { log } from './log';

/** The recipient: exactly one address. */
export interface Recipient {
  readonly address: string;
  readonly name?: string;
}

/** The content of a mail. */
export interface MailText {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

export interface Mail extends MailText {
  readonly to: Recipient;
  /**
   * For newsletters: mail programs show a button that sends a POST request to this URL (RFC 8058). The
   * transport adds the headers `List-Unsubscribe` and `List-Unsubscribe-Post`.
   */
  readonly unsubscribeUrl?: string;
}

/** Delivers mails. The plugin with `provides: "mail"` implements it. */
export interface MailTransport {
  /**
   * Delivers one mail. Calls can overlap. Every call must end: the transport has timeouts.
   * @throws an error whose `isPermanent` is `true` if another attempt would fail too
   */
  deliver(mail: Mail): Promise<void>;
  /** Closes the connections. */
  close?(): void | Promise<void>;
}

export interface OutboxLimits {
  /** The most mails that wait. Further mails are dropped. */
  readonly most: number;
  /** Milliseconds until the first attempt. The response has left by then. */
  readonly delay: number;
  /** Milliseconds until each further attempt. */
  readonly retries: readonly number[];
}

const standard: OutboxLimits = { most: 1000, delay: 500, retries: [5000, 30_000, 120_000] };

interface Entry {
  /** Identifies the mail in the log. The log never contains addresses, subjects or bodies. */
  readonly id: string;
  readonly mail: Mail;
  attempts: number;
}

/** A queue in memory that delivers mails after the response. */
export interface Outbox {
  /** Queues a mail and returns at once. */
  add(mail: Mail): void;
  /** Delivers all mails that wait now. A mail that fails waits for its next attempt. */
  flush(): Promise<void>;
  /** Delivers all mails that wait now, without further attempts. Ends after `ms`. */
  close(ms: number): Promise<void>;
}

/** Creates the queue of a transport. */
export function createOutbox(
  transport: MailTransport,
  { most, delay, retries }: OutboxLimits = standard,
): Outbox {
  const waiting = new Map<Entry, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let isClosing = false;

  function wait(entry: Entry, ms: number): void {
    // The process can end in between: `close` delivers the mails that wait.
    waiting.set(entry, setTimeout(start, ms, entry).unref());
  }

  function start(entry: Entry): void {
    clearTimeout(waiting.get(entry));
    waiting.delete(entry);
    const attempt = deliver(entry).finally(() => running.delete(attempt));
    running.add(attempt);
  }

  async function deliver(entry: Entry): Promise<void> {
    entry.attempts += 1;
    const line = { mail: entry.id, attempts: entry.attempts };
    try {
      await transport.deliver(entry.mail);
      log.info(line, 'mail delivered');
    } catch (error) {
      const pause = isClosing || isPermanent(error) ? undefined : retries[entry.attempts - 1];
      const reason = reasonOf(error);
      if (pause === undefined)
        log.error({ ...line, ...reason, code: 'mail_failed' }, 'mail not delivered');
      else {
        log.warn({ ...line, ...reason, code: 'mail_delayed' }, 'mail delayed');
        wait(entry, pause);
      }
    }
  }

  async function flush(): Promise<void> {
    const entries = [...waiting.keys()];
    for (const entry of entries) start(entry);
    await Promise.all(running);
  }

  return {
    add(mail) {
      if (waiting.size + running.size >= most) {
        log.error({ code: 'mail_queue_full' }, 'mail dropped: too many mails wait');
      } else wait({ id: randomUUID(), mail, attempts: 0 }, delay);
    },
    flush,
    async close(ms) {
      isClosing = true;
      await Promise.race([flush(), pass(ms, undefined, { ref: false })]);
      if (running.size > 0) log.error({ code: 'mail_lost', count: running.size }, 'mails lost');
      await transport.close?.();
    },
  };
}

function isPermanent(error: unknown): boolean {
  return error instanceof Error && 'isPermanent' in error && error.isPermanent === true;
}

/** Returns the codes of an error. Messages of mail servers can quote addresses and bodies. */
function reasonOf(error: unknown): object {
  if (!(error instanceof Error)) return {};
  const { name, code, responseCode }: Error & { code?: unknown; responseCode?: unknown } = error;
  return {
    reason: typeof code === 'string' && /^\w+$/.test(code) ? code : name,
    ...(typeof responseCode === 'number' && { answer: responseCode }),
  };
}
