/** A server that a test starts under the name of this machine. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a server on a free port. */
export async function startLocally(server: Server): Promise<LocalServer> {
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop };
}
