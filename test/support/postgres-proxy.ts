/** A proxy between a PostgreSQL client and its server, which reads the statements of the client. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A running proxy. */
export interface PostgresProxy {
  /** The server's URL with the address of the proxy. */
  readonly url: string;
  close(): void;
}

/**
 * Starts a proxy. Clients must not encrypt: the URL has `sslmode=disable`.
 *
 * @param server URL of a database
 * @param mayPass is called with each statement and its database before the statement is sent; with `false`, the proxy
 *   ends all connections
 */
export async function startPostgresProxy(
  server: string,
  mayPass: (statement: string, database: string) => boolean,
): Promise<PostgresProxy> {
  const target = new URL(server);
  const sockets = new Set<Socket>();
  const end = (): void => sockets.forEach((socket) => socket.destroy());
  const listener = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        for (const other of [client, upstream]) other.destroy();
      });
    }
    upstream.pipe(client);
    const messages = new MessageReader();
    client.on('data', (data) => {
      for (const { bytes, statement } of messages.read(data)) {
        if (statement !== undefined && !mayPass(statement, messages.database)) {
          end();
          return;
        }
        upstream.write(bytes);
      }
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = new URL(server);
  url.port = String((listener.address() as AddressInfo).port);
  url.searchParams.set('sslmode', 'disable');
  return {
    url: url.href,
    close: () => {
      end();
      listener.close();
    },
  };
}

interface Message {
  readonly bytes: Buffer;
  /** The SQL of a query or of a prepared statement. */
  readonly statement: string | undefined;
}

/** Splits the bytes of a client into messages. The first message has no type. */
class MessageReader {
  #rest = Buffer.alloc(0);
  #isStarted = false;
  /** The name of the database, from the first message. */
  database = '';

  *read(data: Buffer): Generator<Message> {
    this.#rest = Buffer.concat([this.#rest, data]);
    for (;;) {
      const typeLength = this.#isStarted ? 1 : 0;
      if (this.#rest.length < typeLength + 4) return;
      const length = typeLength + this.#rest.readInt32BE(typeLength);
      if (this.#rest.length < length) return;
      const bytes = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      yield { bytes, statement: this.#isStarted ? statementOf(bytes) : undefined };
      if (!this.#isStarted) [, this.database = ''] = /\0database\0([^\0]*)/.exec(bytes.toString('utf8', 8)) ?? [];
      this.#isStarted = true;
    }
  }
}

/** A simple query contains the SQL; a prepared statement contains its name first. */
function statementOf(message: Buffer): string | undefined {
  const [first = '', second = ''] = message.toString('utf8', 5).split('\0');
  const type = String.fromCodePoint(message[0] ?? 0);
  if (type === 'Q') return first;
  return type === 'P' ? second : undefined;
}
