/** A mail server on this machine that keeps what it receives. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server received it. */
export interface ReceivedMail {
  readonly from: string;
  /** The recipients of the envelope. */
  readonly recipients: readonly string[];
  /** Header and body. */
  readonly source: string;
}

export interface MailServer extends AsyncDisposable {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** The passwords that clients sent. */
  readonly passwords: string[];
  /** Waits until this number of mails has arrived. */
  readonly arrived: (count: number) => Promise<readonly ReceivedMail[]>;
}

/** @param options of the server; by default it has no TLS and refuses the recipients at `refused.example` */
export async function startMailServer(
  options: SMTPServerOptions & { readonly port?: number } = {},
): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const passwords: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    // Clients keep their connections.
    closeTimeout: 100,
    onAuth({ password }, _session, done) {
      passwords.push(password ?? '');
      done(null, { user: 'me' });
    },
    onRcptTo({ address }, _session, done) {
      const isRefused = address.endsWith('@refused.example');
      done(isRefused ? Object.assign(new Error(`unknown ${address}`), { responseCode: 550 }) : null);
    },
    onData(stream, { envelope }, done) {
      let source = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => (source += chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, recipients: envelope.rcptTo.map(({ address }) => address), source });
        done();
      });
    },
    ...options,
  });
  // A client that refuses the certificate ends the connection.
  server.on('error', () => undefined);
  const socket = server.listen(options.port ?? 0, '0.0.0.0');
  if (!socket.listening) await once(socket, 'listening');
  return {
    port: (socket.address() as AddressInfo).port,
    mails,
    passwords,
    async arrived(count) {
      while (mails.length < count) await wait(50);
      return mails;
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
