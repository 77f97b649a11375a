import { expect, test } from 'vitest';
import { textFormats, type TextFormat } from '../../../src/config/config.ts';
import { hasFormat, scaleOf } from '../../../src/config/formats.ts';
import { color, email, phone, slug, url } from '../../../plugins/base/templates/shared/shared/lib/formats.ts';

const samples: Readonly<Record<TextFormat, { readonly right: readonly string[]; readonly wrong: readonly string[] }>> =
  {
    email: {
      right: ['a@example.com', 'A.b+c@sub.example.org', `${'a'.repeat(242)}@example.com`],
      wrong: [
        '17@a',
        'a@b@example.com',
        '.a@example.com',
        'a..b@example.com',
        'a b@example.com',
        'ä@example.com',
      ].concat(`${'a'.repeat(243)}@example.com`, 'a@example.com\n'),
    },
    url: {
      right: ['https://example.com', 'HTTP://localhost:3000/?a=b#c', `https://example.com/${'a'.repeat(900)}`],
      wrong: [
        'javascript:alert(1)',
        'java\nscript:alert(1)',
        'data:text/html,x',
        'ftp://example.com',
        'example.com',
      ].concat(
        'https:example.com',
        'https://',
        'https://a b',
        ' https://example.com',
        `https://example.com/${'a'.repeat(1000)}`,
      ),
    },
    phone: { right: ['+4930123456', '+15551234567'], wrong: ['030123456', '+0123456789', '+49', 'call me', ''] },
    slug: { right: ['a', 'a-1', '2026-plan'], wrong: ['', '-a', 'a-', 'a--b', 'A', 'ä', 'a_b', 'a'.repeat(201)] },
    color: { right: ['#00ff9a'], wrong: ['#fff', '00ff9a', '#00ff9g', 'red', '#00ff9a80'] },
  };

const schemas = { email, url, phone, slug, color };

test.each(textFormats)(
  'the configuration and the generated server accept the same values of the format %s',
  (format) => {
    const { right, wrong } = samples[format];
    for (const [values, isRight] of [[right, true] as const, [wrong, false] as const]) {
      for (const value of values) {
        expect([value, hasFormat(value, format)]).toEqual([value, isRight]);
        expect([value, schemas[format].safeParse(value).success]).toEqual([value, isRight]);
      }
    }
  },
);

test('the server reads the usual spellings of phone numbers and colors', () => {
  expect(schemas.phone.parse('+49 (30) 123-456')).toBe('+4930123456');
  expect(schemas.color.parse('#00FF9A')).toBe('#00ff9a');
});

test('a long address is refused in a short time', () => {
  const start = performance.now();
  for (const text of [`${'a'.repeat(100_000)}!`, `a@${'a.'.repeat(50_000)}`]) {
    expect(schemas.email.safeParse(text).success).toBe(false);
  }
  expect(performance.now() - start).toBeLessThan(1_000);
});

test('the scale is the number of digits of the currency, or the declared one', () => {
  const scales = [{ currency: 'EUR' }, { currency: 'JPY' }, { currency: 'KWD' }, { currency: 'EUR', scale: 4 }, {}];
  expect(scales.map(scaleOf)).toEqual([2, 0, 3, 4, undefined]);
});
