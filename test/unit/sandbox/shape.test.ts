import { describe, expect, test } from 'vitest';
import { isCssName, isCssValue } from '../../../sandbox/protocol/css.ts';
import { jsonFault } from '../../../sandbox/protocol/json-limits.ts';
import {
  isModulePath,
  isRelativePath,
  isRoutePath,
  isSettingKey,
  isSitePath,
} from '../../../sandbox/protocol/syntax.ts';

const table = (rule: (text: string) => boolean, { good, bad }: { good: string[]; bad: string[] }): void => {
  test.each(good)('accepts %j', (text) => expect(rule(text)).toBe(true));
  test.each(bad)('refuses %j', (text) => expect(rule(text)).toBe(false));
};

describe('a relative path', () => {
  table(isRelativePath, {
    good: ['a', 'a/b.ts', '.github/x', 'client/(auth)/login/[id].tsx', 'ünï.md', 'a b'],
    bad: [
      '',
      '.',
      '..',
      './a',
      '../a',
      'a/../b',
      'a//b',
      'a/',
      '/a',
      '~/a',
      'C:\\a',
      'C:a',
      '\\\\srv\\a',
      '//srv/a',
      'file:///a',
      'a\\b',
      'a\0',
      'a\nb',
      'a\u202Eb',
      'a\u200Bb',
      'a\u2028b',
      'a:b',
      'a\uD800',
      `a${'/b'.repeat(200)}`,
    ],
  });
});

describe('a route path', () => {
  table(isRoutePath, {
    good: ['/', '/a', '/a/:id', '/a/:id/b', '/files/*path', '/a/:id/files/*rest', '/a.b-c_~'],
    bad: [
      '',
      'a',
      '//a',
      '/a/',
      '/../a',
      '/a/..',
      '/./a',
      '/*',
      '/*all',
      '/:id/*rest',
      '/*a/b',
      '/:id(.*)',
      '/:id(.*)*',
      '/:',
      '/:1',
      '/a b',
      '/a%2e',
      '/a?',
      '/a{b}',
      '/a\n',
      '/a\0',
      '/:id?',
      '/a+',
    ],
  });
});

describe('a path of this site', () => {
  table(isSitePath, {
    good: ['/', '/admin', '/admin/reports?tab=1#x'],
    bad: [
      '',
      'admin',
      '//evil',
      '/\\evil',
      '\\\\evil',
      'javascript:x',
      'JaVa\tscript:x',
      'data:text/html',
      '/a b',
      '/a\nb',
      'https://x',
      '/\t/evil',
    ],
  });
});

describe('a module of a provider', () => {
  table(isModulePath, {
    good: ['client/providers/A.tsx', 'react-query', '@scope/pkg', '@scope/pkg/sub'],
    bad: ['', '../a', '/a', 'node:fs', 'https://x', '@scope', '@/a/b:c', '@scope/../x'],
  });
});

describe('a setting key', () => {
  table(isSettingKey, {
    good: ['a', 'maxRetries', 'a_b', 'a-b'],
    bad: ['', '1a', '__proto__', 'constructor', 'a.b', 'a b'],
  });
});

describe('a theme variable', () => {
  table(isCssName, { good: ['--a', '--a-1'], bad: ['a', '--', '--1', '--a b', '--a:b', '--a;'] });
});

describe('a theme value', () => {
  table(isCssValue, {
    good: [
      '#fff',
      '#12345678',
      'red',
      'transparent',
      '222.2 84% 4.9%',
      'hsl(220 80% 50% / 0.5)',
      'rgb(0, 0, 0)',
      '-1.5rem',
      '0',
      'var(--a, 1px)',
      'calc(100% - (2 * var(--gap)))',
      '"Inter", system-ui, sans-serif',
      "'A B'",
      'oklch(0.7 0.1 30)',
      '.5em',
      'color-mix(in srgb, red 10%, blue)',
      'clamp(1rem, 2vw, 3rem)',
      '0 1px 2px 0 rgb(0 0 0 / 5%)',
    ],
    bad: [
      '',
      ' ',
      'red;} body{display:none',
      'red;',
      'url(https://evil)',
      'url("x")',
      'expression(alert(1))',
      '\\3b',
      '</style>',
      'red }',
      'a:b',
      '"unclosed',
      'rgb(0',
      '0)',
      'red /* x',
      '/**/',
      '@import',
      'red!important',
      'a\nb',
      'image-set(x)',
      '1px\u202E',
      'a '.repeat(101),
    ],
  });
});

describe('parsed JSON', () => {
  test.each<[string, unknown]>([
    ['an inherited name', JSON.parse('{"a":[{"__proto__":{"isAdmin":true}}]}')],
    ['a nested constructor', { a: { constructor: { prototype: {} } } }],
    ['depth', JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))],
    ['size', Array.from({ length: 2_000 }, () => 0)],
  ])('refuses %s', (_, value) => {
    expect(jsonFault(value, 1_000)).toBeTypeOf('string');
  });

  test('passes otherwise', () => {
    expect(jsonFault({ operations: [{ kind: 'x', list: [1, null, 'a'] }] }, 1_000)).toBeUndefined();
  });
});
