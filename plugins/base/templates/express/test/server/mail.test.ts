import { randomUUID } from 'node:crypto';
import { request } from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isMailAvailable, requireMail, sendMail } from '../../server/generated/mail';
import { appLink } from '../../server/lib/app-link';
import { env } from '../../server/lib/env';
import { requestContext } from '../../server/lib/log';
import { createMailer, type MailTransport } from '../../server/lib/mailer';
import { layout } from '../../server/mails/layout';
import { mailsTo } from '../support/mailbox';

const { NODE_ENV } = env;
afterEach(() => {
  env.NODE_ENV = NODE_ENV;
  vi.unstubAllEnvs();
});

/** A text as in `server/mails`. */
function welcome({ name, link }: { readonly name: string; readonly link: string }) {
  return layout({ subject: 'Welcome', text: `Hello ${name},\n\nopen this link:\n${link}` });
}

const anyAddress = () => `${randomUUID()}@example.com`;

it('keeps mails in the mailbox of the tests, the newest first', async () => {
  const address = anyAddress();
  sendMail({ to: { address }, subject: 'First', text: '1' });
  sendMail({ to: { address, name: 'Jane, "x" <y@example.com>' }, subject: 'Second', text: '2' });
  const mails = await mailsTo(address);
  expect(mails.map(({ subject }) => subject)).toEqual(['Second', 'First']);
  expect(isMailAvailable()).toBe(true);
  expect(requireMail).not.toThrow();
});

it.each([
  'a@example.com, b@example.com',
  'a@example.com,b@example.com',
  'a@example.com; b@example.com',
  'a@example.com b@example.com',
  'a@example.com\nBcc: b@example.com',
  'a@example.com\r\n',
  'A <a@example.com>',
  '<a@example.com>',
  'a@example.com\0',
  'a',
  '',
])('refuses the recipient %j', (address) => {
  expect(() => sendMail({ to: { address }, subject: 'Hello', text: 'Hello' })).toThrow(
    'The mail has an invalid to.address.',
  );
});

it.each(['Hello\nBcc: b@example.com', 'Hello\r\n', 'Hello\0'])('refuses the line %j', (line) => {
  const to = { address: anyAddress() };
  expect(() => sendMail({ to, subject: line, text: '' })).toThrow('an invalid subject.');
  const named = { ...to, name: line };
  expect(() => sendMail({ to: named, subject: '', text: '' })).toThrow('an invalid to.name.');
});

it.each([
  'https://example.com/\r\nBcc: b@example.com',
  'https://example.com/>, <https://evil.example',
  'https://example.com/a b',
  'https://example.com/ü',
  'mailto:a@example.com',
  'javascript:alert(1)',
  '/unsubscribe',
])('refuses the URL to unsubscribe %j', (unsubscribeUrl) => {
  const mail = { to: { address: anyAddress() }, subject: '', text: '', unsubscribeUrl };
  expect(() => sendMail(mail)).toThrow('an invalid unsubscribeUrl.');
});

it('passes the URL to unsubscribe on', async () => {
  const address = anyAddress();
  const unsubscribeUrl = 'https://example.com/api/unsubscribe/token?x=1,2';
  sendMail({ to: { address }, subject: '', text: '', unsubscribeUrl });
  expect(await mailsTo(address)).toMatchObject([{ unsubscribeUrl }]);
});

describe('in production', () => {
  const production = (transport: MailTransport | undefined) => {
    vi.stubEnv('DEV', false);
    env.NODE_ENV = 'production';
    return createMailer(transport);
  };

  it('refuses endpoints that need mail if no plugin provides mail', () => {
    const mailer = production(undefined);
    expect(mailer.isMailAvailable()).toBe(false);
    expect(mailer.requireMail).toThrow(
      expect.objectContaining({ status: 503, code: 'mail_not_configured' }),
    );
  });

  it('drops a mail without an error if no plugin provides mail', async () => {
    const address = anyAddress();
    const mailer = production(undefined);
    mailer.sendMail({ to: { address }, subject: 'Hello', text: 'Hello' });
    await mailer.flushMail();
    expect(await mailsTo(address)).toEqual([]);
  });

  it('delivers with the plugin that provides mail', async () => {
    const deliver = vi.fn<MailTransport['deliver']>();
    const mailer = production({ deliver });
    const mail = { to: { address: anyAddress() }, subject: 'Hello', text: 'Hello' };
    mailer.sendMail(mail);
    await mailer.closeMail();
    expect(mailer.isMailAvailable()).toBe(true);
    expect(deliver).toHaveBeenCalledExactlyOnceWith(mail);
  });
});

it('adds an escaped HTML part to the text', () => {
  const link = 'https://example.com/welcome#a=1&b="2"';
  const { text, html = '' } = welcome({ name: '<img src=x> & "Jane"', link });
  expect(text).toContain('Hello <img src=x> & "Jane",\n\nopen this link:');
  expect(html).toContain('<p>Hello &lt;img src=x&gt; &amp; &quot;Jane&quot;,</p>');
  expect(html).toContain('href="https://example.com/welcome#a=1&amp;b=&quot;2&quot;"');
  expect(html).not.toContain('<img');
});

it.each([
  ['de-AT', 'de', 'Hallo'],
  ['fr, en-US', 'en', 'Hello'],
  ['*', 'en', 'Hello'],
  ['fr', 'en', 'Hello'],
])('writes a mail for a request in %j in %s', (accepted, language, subject) => {
  const translations = {
    en: { subject: 'Hello', text: 'English' },
    de: { subject: 'Hallo', text: 'Deutsch' },
  };
  const req = Object.assign(Object.create(request), { headers: { 'accept-language': accepted } });
  const languageOf = (available: string[]) => req.acceptsLanguages(available);
  const mail = requestContext.run({ requestId: 'request-of-tests', languageOf }, () =>
    layout(translations),
  );
  expect(mail.subject).toBe(subject);
  expect(mail.html).toContain(`<html lang="${language}">`);
  expect(layout(translations).subject).toBe('Hello');
});

it('puts values after the # of a link, at the address of the application', () => {
  const link = new URL(appLink('/reset-password', { token: 'a&b' }));
  expect(link.origin).toBe(new URL(env.APP_URL ?? `http://localhost:${env.PORT}`).origin);
  expect(link.pathname + link.search).toBe('/reset-password');
  expect(link.hash).toBe('#token=a%26b');
  expect(new URL(appLink('//evil.example')).origin).toBe(link.origin);
});
