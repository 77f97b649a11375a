import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that receives messages at a secret address. */
export interface Webhook {
  readonly url: string;
  /** Bodies of the requests to that address. */
  readonly received: readonly unknown[];
  readonly close: () => void;
}

/** @param secret the last segment of its address */
export async function openWebhook(secret: string): Promise<Webhook> {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    const known = request.url === `/${secret}`;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (known) received.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(known ? 204 : 404).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/${secret}`, received, close: () => server.close() };
}
