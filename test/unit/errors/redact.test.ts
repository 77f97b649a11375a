import { expect, test } from 'vitest';
import { keepSecret, redact } from '../../../src/errors/redact.ts';

const secret = 'cän ary"/+=\\7';

test.each([
  ['raw', secret],
  ['in JSON', JSON.stringify({ secret })],
  ['in an address', `https://host/?token=${encodeURIComponent(secret)}`],
  ['in a form', new URLSearchParams({ token: secret }).toString()],
  ['as base64', Buffer.from(secret).toString('base64')],
  ['as base64 of addresses', Buffer.from(secret).toString('base64url')],
])('a secret %s is not shown', (_, text) => {
  keepSecret(secret);
  expect(redact(text)).toContain('[secret]');
  expect(redact(text)).not.toMatch(/ary|Y8Ok/u);
});

test('keeps JSON valid, replaces longer secrets first and keeps very short strings', () => {
  for (const text of ['abcd', 'abcdefgh', 'e']) keepSecret(text);
  expect(JSON.parse(redact(JSON.stringify({ a: 'abcdefgh', b: 'abcd', c: 'e' })))).toEqual({
    a: '[secret]',
    b: '[secret]',
    c: 'e',
  });
});
