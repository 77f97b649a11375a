import { once } from 'node:events';
import { createServer } from 'node:net';

/** Checks that no other process listens on a port of this machine. */
export async function isPortFree(port: number, host: string | undefined): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    server.close();
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE');
  }
}
