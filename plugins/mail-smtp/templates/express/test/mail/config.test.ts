import { expect, it } from 'vitest';
import { parseSender, parseServer } from '../../server/lib/mail/config';

it.each([
  ['smtps://mail.example.com', { port: 465, secure: true, isLoopback: false }],
  ['smtp://mail.example.com', { port: 587, secure: false, isLoopback: false }],
  ['smtp://mail.example.com:2525/', { port: 2525, secure: false, isLoopback: false }],
  ['smtps://10.0.0.1', { host: '10.0.0.1', isLoopback: false }],
  ['smtp://localhost:1025', { port: 1025, isLoopback: true }],
  ['smtp://mail.localhost', { isLoopback: true }],
  ['smtp://127.0.0.2', { isLoopback: true }],
  ['smtp://[::1]', { host: '::1', isLoopback: true }],
  ['smtp://127.example.com', { isLoopback: false }],
  ['smtp://localhost.example.com', { isLoopback: false }],
  ['smtp://0.0.0.0', { isLoopback: false }],
  ['smtp://[2001:db8::1]', { host: '2001:db8::1', isLoopback: false }],
])('reads the server %s', (url, expected) => {
  expect(parseServer(url)).toMatchObject(expected);
});

it.each([
  'mail.example.com',
  'https://mail.example.com',
  'smtp:',
  'smtp://',
  'smtp://mail.example.com:99999',
  'smtp://mail.example.com:0',
  'smtp://mail.example.com/path',
  'smtp://mail.example.com?ignoreTLS=true',
  'smtp://mail.example.com?tls.rejectUnauthorized=false',
  'smtp://mail.example.com#x',
  'smtp://one,two',
])('refuses the server %s', (url) => {
  expect(parseServer(url)).toBeUndefined();
});

it.each([
  ['me:pass', { user: 'me', pass: 'pass' }],
  ['me%40x:p%2Fs', { user: 'me@x', pass: 'p/s' }],
])('reads the account %s', (account, auth) => {
  expect(parseServer(`smtps://${account}@mail.example.com`)).toMatchObject({ auth });
});

it.each(['me', 'me:', ':pass', 'me:%E0%A4%A'])('refuses the account %s', (account) => {
  expect(parseServer(`smtps://${account}@mail.example.com`)).toBeUndefined();
});

it.each([
  ['noreply@example.com', { address: 'noreply@example.com' }],
  ['<noreply@example.com>', { address: 'noreply@example.com' }],
  ['Shop <noreply@example.com>', { name: 'Shop', address: 'noreply@example.com' }],
  ['"Shop, Inc." <noreply@example.com>', { name: 'Shop, Inc.', address: 'noreply@example.com' }],
])('reads the sender %s', (text, expected) => {
  expect(parseSender(text)).toEqual(expected);
});

it.each([
  '',
  'Shop',
  'Shop <>',
  'a@example.com, b@example.com',
  'A <a@example.com> <b@example.com>',
])('refuses the sender %j', (text) => {
  expect(parseSender(text)).toBeUndefined();
});

it('refuses line breaks in the sender', () => {
  expect(parseSender('Shop\nBcc: b@example.com <a@example.com>')).toBeUndefined();
  expect(parseSender('a@example.com\nb@example.com')).toBeUndefined();
});
