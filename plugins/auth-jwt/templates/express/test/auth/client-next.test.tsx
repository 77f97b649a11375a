import { expect, test } from 'vitest';
import { pathWithNext, safeNext } from '@/lib/auth/next';

test.each(['/', '/account', '/admin/orders?sort=name#row', '/%2f/a'])('%s is kept', (next) => {
  expect(safeNext(next)).toBe(next);
});

test.each([
  null,
  '',
  'account',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  ' //evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
])('%j leads home instead', (next) => {
  expect(safeNext(next)).toBe('/');
});

test('what is kept stays on this site when a browser reads it again', () => {
  for (const next of ['/a//b', '/a/..%2f/evil.example', '/;@evil.example', '/a?//evil.example']) {
    expect(new URL(safeNext(next), location.origin).origin).toBe(location.origin);
  }
});

test('the way to sign in leads back', () => {
  const [, query] = pathWithNext('/login', '/a?b=c&d#e').split('?');
  expect(safeNext(new URLSearchParams(query).get('next'))).toBe('/a?b=c&d#e');
});
