import { once } from 'node:events';
import { createServer, get, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { keepMail } from '../../server/development/mailbox';
import { serveMailbox } from '../../server/development/mailbox-routes';

const server = createServer((req, res) =>
  serveMailbox(req, res, () => res.writeHead(404).end('not here')),
);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  keepMail({
    to: { address: 'jane@example.com', name: '<b>Jane</b>' },
    subject: '<script>subject</script>',
    text: 'Open https://example.com/#token=1&x=2 now. <script>text</script>',
    html: '<html><head></head><body><p>html</p></body></html>',
  });
});
afterAll(() => server.close());

async function answerTo(path: string, headers: Readonly<Record<string, string>> = {}) {
  const { port } = server.address() as AddressInfo;
  const own = { host: `localhost:${port}`, ...headers };
  const request = get({ port, host: '127.0.0.1', path, headers: own, agent: false });
  const [res] = await once(request, 'response');
  return { status: res.statusCode, headers: res.headers, body: await text(res) };
}

it('shows mails as text, with links', async () => {
  const { status, body, headers } = await answerTo('/admin/mailbox');
  expect(status).toBe(200);
  expect(body).toContain('To: &lt;b&gt;Jane&lt;/b&gt; &lt;jane@example.com&gt;');
  expect(body).toContain('<a href="https://example.com/#token=1&amp;x=2">');
  expect(body).not.toContain('<script');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

it('shows the HTML part without scripts, in a frame', async () => {
  const { body: list } = await answerTo('/api/admin/mailbox');
  const [{ id, to }] = JSON.parse(list);
  expect(to.address).toBe('jane@example.com');
  const { body, headers } = await answerTo(`/admin/mailbox/${id}`);
  expect(body).toContain('<base target="_blank">');
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
});

it.each<Readonly<Record<string, string>>>([
  { host: 'evil.example' },
  { host: 'localhost.evil.example' },
  { host: '192.168.0.7:3000' },
  { 'x-forwarded-for': '203.0.113.7' },
  { forwarded: 'for=203.0.113.7' },
])('shows nothing to a request from elsewhere: %j', async (headers) => {
  for (const path of ['/admin/mailbox', '/api/admin/mailbox']) {
    expect((await answerTo(path, headers)).body).toBe('not here');
  }
});

it.each([
  ['127.0.0.1', true],
  ['::ffff:127.0.0.1', true],
  ['::1', true],
  ['192.168.0.7', false],
  ['::ffff:192.168.0.7', false],
  ['2001:db8::1', false],
])('shows mails to %s: %s', (remoteAddress, isShown) => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const req = Object.assign(new IncomingMessage(socket), {
    method: 'GET',
    url: '/api/admin/mailbox',
    headers: { host: 'localhost' },
  });
  const next = vi.fn<() => void>();
  serveMailbox(req, new ServerResponse(req), next);
  expect(next).toHaveBeenCalledTimes(isShown ? 0 : 1);
});

it('leaves other addresses to the application', async () => {
  expect((await answerTo('/admin')).status).toBe(404);
  expect((await answerTo('/admin/mailbox/unknown')).status).toBe(404);
});
