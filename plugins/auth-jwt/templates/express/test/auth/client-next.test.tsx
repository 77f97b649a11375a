import { expect, test } from 'vitest';
import { pathWithNext, safeNext } from '@/lib/auth/next';

test.each(['/', '/account', '/admin/orders?sort=name#row', '/%2f/a'])('accepts %s', (next) => {
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
])('replaces %j with the home page', (next) => {
  expect(safeNext(next)).toBe('/');
});

test('keeps accepted paths on this site when a browser parses them', () => {
  for (const next of ['/a//b', '/a/..%2f/evil.example', '/;@evil.example', '/a?//evil.example']) {
    expect(new URL(safeNext(next), location.origin).origin).toBe(location.origin);
  }
});

test('returns to the current page after a sign-in', () => {
  const [, query] = pathWithNext('/login', '/a?b=c&d#e').split('?');
  expect(safeNext(new URLSearchParams(query).get('next'))).toBe('/a?b=c&d#e');
});
