/** Mail of a generated project: without a plugin, in development, and through a real SMTP server. */
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { genlock } from '../support/cli.ts';
import { startDev } from '../support/dev-server.ts';
import { freePort } from '../support/free-port.ts';
import { notVerified } from '../support/not-verified.ts';
import { done, makeShop, npm, serve, type Served, type Shop, typecheck } from '../support/shop.ts';
import { startMailServer } from '../support/smtp.ts';
import { certificateFor } from '../support/tls-proxy.ts';

const text = `import { layout } from './layout';

export function invite({ subject, link }: { readonly subject: string; readonly link: string }) {
  return layout({ subject, text: \`Grüße!\\n\\n\${link}\` });
}
`;

const route = `import { z } from 'zod';
import { requireMail, sendMail } from '../generated/mail';
import { appLink } from '../lib/app-link';
import { defineRoute, endpoint } from '../lib/route';
import { invite } from '../mails/invite';

const body = z.object({
  address: z.string(),
  name: z.string().optional(),
  subject: z.string(),
  unsubscribeUrl: z.string().optional(),
});

export default defineRoute({
  access: 'public',
  POST: endpoint({
    body,
    handle: ({ body: { subject, name, address, ...rest } }) => {
      requireMail();
      const link = appLink('/welcome', { token: 'canary' });
      sendMail({
        to: { address, ...(name !== undefined && { name }) },
        ...invite({ subject, link }),
        ...rest,
      });
    },
  }),
});
`;

let shop: Shop;

beforeAll(async () => {
  shop = await makeShop(['--starter', 'empty', '--database', 'file']);
  writeSources();
});
afterAll(() => shop.remove());

function writeSources(): void {
  writeFileSync(join(shop.root, 'server/mails/invite.ts'), text);
  mkdirSync(join(shop.root, 'server/routes'), { recursive: true });
  writeFileSync(join(shop.root, 'server/routes/invite.ts'), route);
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Sends a request with any headers, also a forged `Host`. */
async function ask(url: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const req = request(url, { method, headers: { 'content-type': 'application/json', ...headers }, agent: false });
  req.end(body === undefined ? undefined : JSON.stringify(body));
  const [res] = await once(req, 'response');
  let answer = '';
  for await (const chunk of res) answer += String(chunk);
  return { status: res.statusCode, body: answer };
}

const invite = { address: 'jane@example.com', subject: 'Invitation' };

/** The lines of a server's log with one of these codes. */
const logged = (server: Served, code: string) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes(`"code":"${code}"`));

describe('without a mail plugin', () => {
  test('development keeps mails in a mailbox for this machine', async () => {
    const dev = await startDev(shop.root);
    onTestFinished(dev.stop);
    expect((await ask(`${dev.url}/api/invite`, invite)).status).toBe(204);
    while (!dev.output().includes('/admin/mailbox')) await wait(50);
    const { body } = await ask(`${dev.url}/api/admin/mailbox`);
    expect(JSON.parse(body)).toMatchObject([{ to: { address: invite.address }, subject: 'Invitation' }]);
    const page = await ask(`${dev.url}/admin/mailbox`, undefined, { accept: 'text/html' });
    expect(page.body).toContain('<h2>Invitation</h2>');
    const folder = join(shop.root, 'data/mailbox');
    const [file = ''] = readdirSync(folder);
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
    expect(readFileSync(join(shop.root, '.gitignore'), 'utf8')).toContain('/data/\n');
    const mail = readFileSync(join(folder, file));
    for (let count = 0; count < 200; count += 1) writeFileSync(join(folder, `${1000 + count}.json`), mail);
    await ask(`${dev.url}/api/invite`, { ...invite, subject: 'Latest' });
    while (readdirSync(folder).length > 200) await wait(50);
    const kept = JSON.parse((await ask(`${dev.url}/api/admin/mailbox`)).body);
    expect(kept).toHaveLength(200);
    expect(kept[0]).toMatchObject({ subject: 'Latest' });
    for (const path of ['/admin/mailbox', '/api/admin/mailbox']) {
      const forged = await ask(`${dev.url}${path}`, undefined, { host: 'evil.example' });
      expect(forged.body).not.toContain('Invitation');
    }
  });

  test('production has no mailbox and refuses endpoints that need mail', async () => {
    await npm(shop.root, ['run', 'build']);
    const bundle = readdirSync(join(shop.root, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.js'))
      .map((path) => readFileSync(join(shop.root, 'dist', path), 'utf8'));
    expect(bundle.join('')).toContain('mail_not_configured');
    expect(bundle.join('')).not.toMatch(/mailbox/iu);
    for (const NODE_ENV of ['production', 'development']) {
      const server = await serve(shop.root, { NODE_ENV });
      onTestFinished(async () => void (await server.stop()));
      const { status, body } = await ask(`${server.url}/api/invite`, invite);
      expect(status).toBe(503);
      expect(JSON.parse(body)).toMatchObject({ code: 'mail_not_configured' });
      expect((await ask(`${server.url}/api/admin/mailbox`)).status).toBeGreaterThanOrEqual(400);
      expect((await ask(`${server.url}/admin/mailbox`)).body).not.toContain('Invitation');
      expect(server.output()).toContain('The application cannot send mail. See: genlock add mail-smtp');
    }
  });

  test('production warns only if the application has mails to send', async () => {
    rmSync(join(shop.root, 'server/mails/invite.ts'));
    rmSync(join(shop.root, 'server/routes/invite.ts'));
    await npm(shop.root, ['run', 'build']);
    writeSources();
    const server = await serve(shop.root, { NODE_ENV: 'production' });
    await server.stop();
    expect(server.output()).not.toContain('mail');
  });
});

async function start(port: number, env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const server = await serve(shop.root, {
    NODE_ENV: 'production',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Shop <noreply@example.com>',
    APP_URL: 'https://shop.example',
    ...env,
  });
  onTestFinished(async () => void (await server.stop()));
  return server;
}

describe('with mail-smtp', () => {
  beforeAll(async () => {
    done(await genlock(['add', 'mail-smtp', '--yes'], { cwd: shop.root }));
    await npm(shop.root, ['install', '--no-audit', '--no-fund', '--prefer-offline']);
    await npm(shop.root, ['run', 'build']);
  });

  test.each([typecheck, 'lint', 'format:check'])('passes %s', async (script) => {
    expect(await npm(shop.root, ['run', ...script.split(' ')])).toMatchObject({ code: 0 });
  });

  test('passes its generated tests, which send no mail', async () => {
    await using smtp = await startMailServer();
    const env = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'noreply@example.com' };
    const names = ['mail', 'mailbox', 'outbox', 'shutdown'];
    const files = ['test/mail', ...names.map((name) => `test/server/${name}.test.ts`)];
    expect(await npm(shop.root, ['test', '--', ...files], env)).toMatchObject({ code: 0 });
    expect(smtp.mails).toEqual([]);
  });

  test('delivers a mail to one recipient, with a link to the application', async () => {
    await using smtp = await startMailServer();
    const server = await start(smtp.port, { SMTP_URL: `smtp://me:p%40ss@127.0.0.1:${smtp.port}` });
    const name = 'Jane, x <eve@evil.example>';
    const unsubscribeUrl = `https://shop.example/unsubscribe/${'x'.repeat(200)}`;
    const body = { ...invite, name, unsubscribeUrl };
    const answer = await ask(`${server.url}/api/invite`, body, { host: 'evil.example' });
    expect(answer.status).toBe(204);
    const [mail] = await smtp.arrived(1);
    expect(mail).toMatchObject({ from: 'noreply@example.com', recipients: ['jane@example.com'] });
    expect(mail?.source).toMatch(/^From: Shop <noreply@example.com>\r$/mu);
    expect(mail?.source).toMatch(/^To: "Jane, x <eve@evil.example>" <jane@example.com>\r$/mu);
    expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated\r$/mu);
    // A header can continue on the next line after a space.
    const headers = mail?.source.replaceAll('\r\n ', ' ');
    expect(headers).toContain(`\r\nList-Unsubscribe: <${unsubscribeUrl}>\r\n`);
    expect(headers).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    expect(mail?.source).toContain('text/html; charset=utf-8');
    // Quoted-printable encodes the equals sign and breaks long lines.
    expect(mail?.source.replaceAll('=\r\n', '')).toContain('https://shop.example/welcome#token=3Dcanary');
    expect(smtp.passwords).toEqual(['p@ss']);
    expect(logged(server, 'app_url_missing')).toEqual([]);
    // The server logs the delivery after the mail server has accepted the mail.
    while (!server.output().includes('"msg":"mail delivered"')) await wait(50);
    expect(server.output()).not.toMatch(/canary|jane@example.com|Invitation|p@ss|p%40ss/u);
  });

  test('sends nothing to two recipients and nothing with a line break in the header', async () => {
    await using smtp = await startMailServer();
    const server = await start(smtp.port);
    const refused = [
      { ...invite, address: 'jane@example.com, eve@evil.example' },
      { ...invite, address: 'jane@example.com\r\nBcc: eve@evil.example' },
      { ...invite, subject: 'Invitation\r\nBcc: eve@evil.example' },
      { ...invite, name: 'Jane\r\nBcc: eve@evil.example' },
      { ...invite, unsubscribeUrl: 'https://shop.example/\r\nBcc: eve@evil.example' },
    ];
    for (const body of refused) expect((await ask(`${server.url}/api/invite`, body)).status).toBe(500);
    expect(await server.stop()).toBe(0);
    expect(smtp.mails).toEqual([]);
    expect(server.output()).not.toMatch(/evil\.example/u);
  });

  test('responds while the mail server is down, and delivers when it is back', async () => {
    const port = await freePort();
    const server = await start(port);
    expect((await ask(`${server.url}/api/invite`, invite)).status).toBe(204);
    while (logged(server, 'mail_delayed').length === 0) await wait(50);
    expect(logged(server, 'mail_delayed').join('')).toMatch(/"reason":"E(?:CONNECTION|CONNREFUSED|SOCKET)"/u);
    await using smtp = await startMailServer({ port });
    expect(await smtp.arrived(1)).toHaveLength(1);
    expect(server.output()).not.toMatch(/canary|jane@example.com|Invitation/u);
  });

  test('warns without an address for links', async () => {
    const server = await start(25, { APP_URL: '' });
    expect(logged(server, 'app_url_missing')).toHaveLength(1);
  });

  test('logs a permanent refusal without the address', async () => {
    await using smtp = await startMailServer();
    const server = await start(smtp.port);
    await ask(`${server.url}/api/invite`, { ...invite, address: 'jane@refused.example' });
    while (logged(server, 'mail_failed').length === 0) await wait(50);
    expect(logged(server, 'mail_failed').join('')).toContain('"answer":550');
    expect(logged(server, 'mail_failed').join('')).toContain('"attempts":1');
    expect(server.output()).not.toMatch(/canary|refused\.example/u);
  });

  test('delivers the mails that wait before the server ends', async () => {
    await using smtp = await startMailServer();
    const server = await start(smtp.port);
    await Promise.all(Array.from({ length: 20 }, () => ask(`${server.url}/api/invite`, invite)));
    expect(await server.stop()).toBe(0);
    expect(smtp.mails).toHaveLength(20);
  });

  test('ends in time if the mail server does not respond', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const server = await start((silent.address() as AddressInfo).port);
    await ask(`${server.url}/api/invite`, invite);
    expect(await server.stop()).toBe(0);
    expect(server.output()).toMatch(/"code":"mail_(?:lost|failed)"/u);
  });

  test('sends neither mails nor passwords without TLS to another machine', async () => {
    await using smtp = await startMailServer();
    // The name is not a loopback address, but leads to this machine.
    const server = await start(smtp.port, { SMTP_URL: `smtp://me:secret@0.0.0.0:${smtp.port}` });
    expect((await ask(`${server.url}/api/invite`, invite)).status).toBe(204);
    while (logged(server, 'mail_failed').length === 0) await wait(50);
    expect(logged(server, 'mail_failed').join('')).toContain('"reason":"ETLS"');
    expect(smtp.mails).toEqual([]);
    expect(smtp.passwords).toEqual([]);
  });

  test('requires a valid certificate', async (context) => {
    const certificate = certificateFor('mail.example');
    if (certificate === undefined) notVerified(context, { reason: 'no openssl', remedy: 'apt-get install openssl' });
    await using smtp = await startMailServer({ ...certificate, secure: true });
    const SMTP_URL = `smtps://me:secret@127.0.0.1:${smtp.port}`;
    const doubting = await start(smtp.port, { SMTP_URL });
    await ask(`${doubting.url}/api/invite`, invite);
    while (logged(doubting, 'mail_delayed').length === 0) await wait(50);
    expect(await doubting.stop()).toBe(0);
    expect(smtp.mails).toEqual([]);
    expect(smtp.passwords).toEqual([]);

    const authority = join(shop.root, 'data/authority.pem');
    writeFileSync(authority, certificate.cert);
    const trusting = await start(smtp.port, { SMTP_URL, NODE_EXTRA_CA_CERTS: authority });
    await ask(`${trusting.url}/api/invite`, invite);
    expect(await smtp.arrived(1)).toHaveLength(1);
  });

  test.each([
    [{ SMTP_URL: '' }, 'SMTP_URL is missing.'],
    [{ SMTP_URL: 'https://me:canary@mail.example' }, 'SMTP_URL is not a URL such as smtps://mail.example.com.'],
    [{ SMTP_URL: 'smtp://mail.example?ignoreTLS=canary' }, 'SMTP_URL is not a URL'],
    [{ MAIL_FROM: 'canary' }, 'MAIL_FROM is not an address such as Shop <noreply@example.com>.'],
    [{ MAIL_FROM: '' }, 'MAIL_FROM is not an address'],
  ])('does not start with %j', async (env, message) => {
    const failure = await start(25, env).catch(String);
    expect(failure).toContain(`"msg":"${message}`);
    expect(failure).toContain('"code":"environment_invalid"');
    expect(failure).not.toContain('canary');
  });
});
