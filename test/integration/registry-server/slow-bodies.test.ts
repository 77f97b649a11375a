import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startRegistry } from '../../../registry-server/server.ts';
import { addUser } from '../../../registry-server/users.ts';
import { loadVerdaccio } from '../../../registry-server/verdaccio.ts';
import { repository } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { configurationIn, gatedRegistry, password, publication, send, signIn } from '../../support/verdaccio.ts';

/** Starts a publication. `arrived` and `status` resolve when the server has the headers and when it responds. */
function beginning({ url }: { url: string }, { token, body }: { token: string; body: string }) {
  const request = httpRequest(new URL('slow', url), {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${token}`,
      expect: '100-continue',
    },
  });
  const arrived = new Promise<void>((resolve) => request.once('continue', resolve));
  const status = new Promise<number | undefined>((resolve, reject) => {
    request.on('response', (response) => resolve(response.resume().statusCode));
    request.on('error', reject);
  });
  request.flushHeaders();
  return { arrived, status, finish: () => request.end(body) };
}

test('refuses an invalid token before the body arrives', async () => {
  await using registry = await gatedRegistry({ users: ['ada'] });
  const { status, finish } = beginning(registry, { token: 'forged', body: JSON.stringify(publication('slow')) });
  expect(await status).toBe(401);
  finish();
});

test('lets a refused client send the whole body and read the error', async () => {
  await using registry = await gatedRegistry({ users: [] });
  const body = Buffer.alloc(8 * 1024 * 1024, 'x');
  const head = ['PUT /slow HTTP/1.1', 'Host: x', 'Content-Type: application/json', `Content-Length: ${body.length}`];
  const socket = connect({ port: Number(new URL(registry.url).port), host: '127.0.0.1', allowHalfOpen: true });
  const ended = new Promise<string>((resolve) => {
    socket.on('error', ({ message }) => resolve(message)).on('end', () => resolve('in peace'));
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  let answer = '';
  while (!answer.includes('}')) answer += String(await once(socket, 'data'));
  expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*sign in to use this registry"/u);
  socket.write(body);
  expect(await ended).toBe('in peace');
  socket.destroy();
});

test('stopping completes running requests and refuses new ones', async () => {
  const storage = temporaryFolder();
  const verdaccio = await loadVerdaccio(repository);
  await addUser({ name: 'ada', password }, { storage, verdaccio });
  const { url, stop } = await startRegistry(configurationIn(storage), { verdaccio });
  const token = await signIn(url, 'ada');
  const { arrived, status, finish } = beginning({ url }, { token, body: JSON.stringify(publication('slow')) });
  await arrived;
  // This connection stays open, but the next request on it fails.
  await send(url, { method: 'GET', path: '-/ping' });
  const stopped = stop();
  await expect(send(url, { method: 'GET', path: '-/ping' })).rejects.toThrow(TypeError);
  finish();
  expect(await status).toBe(201);
  await stopped;
});
