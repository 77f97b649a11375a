/**
 * Two clients use one package at the same time. A client that does not read its responses does not block the other
 * client.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { packageOf } from '../../support/archives.ts';
import { gatedRegistry, pluginFiles, publication, send, type TestRegistry } from '../../support/verdaccio.ts';

const publish = ({ url, token }: TestRegistry, name: string, how: Parameters<typeof publication>[1]) =>
  send(url, { method: 'PUT', path: name, token: token('ada'), body: publication(name, how) });

const many = 30;

/** Connects a client that requests a large file, then a change without permission, and reads no response. */
async function lazy({ url, token }: TestRegistry): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const connection = createConnection(Number(port), hostname).pause();
  await once(connection, 'connect');
  const head = `host: ${hostname}\r\nauthorization: Bearer ${token('bob')}`;
  const body = 'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
  const reads = `GET /large/-/large-1.0.0.tgz HTTP/1.1\r\n${head}\r\n\r\n`.repeat(many);
  await new Promise((resolve) => connection.write(`${reads}PUT /chat HTTP/1.1\r\n${head}\r\n${body}`, resolve));
  return connection;
}

test('publishes while another client does not read its response', async () => {
  await using registry = await gatedRegistry();
  const large = packageOf(pluginFiles('large', '1.0.0', { 'large.txt': randomBytes(800_000).toString('hex') }));
  expect((await publish(registry, 'large', { archive: large })).status).toBe(201);
  expect((await publish(registry, 'chat', {})).status).toBe(201);
  const connection = await lazy(registry);
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
    expect((await publish(registry, 'chat', { version })).status).toBe(201);
  }
  expect(connection.bytesRead).toBe(0);
  connection.destroy();
});
