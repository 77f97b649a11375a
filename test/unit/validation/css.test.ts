import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../sandbox/index.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { validateOperations } from '../../../src/validation/validate.ts';
import { codesOf, manifestOf, unvalidatedText, validated } from './trial.ts';

const css = (name: string, value: string): readonly Operation[] => [
  { kind: 'registerCSS', variables: { [name]: value } },
];
const rendered = (operations: readonly Operation[]) => unvalidatedText('client/generated/theme.css', operations);

describe('a CSS variable', () => {
  test.each([
    'red;} body{display:none',
    'url(https://evil.example)',
    'URL("x")',
    'calc(URL("x"))',
    'calc(--aattr("x"))',
    'calc(1url("x"))',
    'expression(1)',
    '\\3b',
    '</style>',
    '@import "x"',
    'var(--a',
    '/* x',
    'image-set("x")',
  ])('cannot have the value %s', (value) => {
    expect(codesOf(css('--brand', value))).toEqual(['JUDGE_CSS_VALUE']);
    expect(rendered(css('--brand', value))).toContain(value);
  });

  test.each(['--a;b', 'color', '--a b', '--{', '--'])('cannot have the name %s', (name) => {
    expect(codesOf(css(name, 'red'))).toEqual(['JUDGE_CSS_NAME']);
    expect(rendered(css(name, 'red'))).toContain(name);
  });

  test.each(['222.2 84% 4.9%', '#fff', 'calc(1rem + var(--gap))', 'oklch(0.7 0.1 200)', '"Inter", sans-serif'])(
    'can have the value %s',
    (value) => {
      expect(codesOf(css('--brand', value))).toEqual([]);
    },
  );
});

const piece = fc.constantFrom(
  'red',
  '#fff',
  '1rem',
  '50%',
  'calc(',
  'var(',
  '--a',
  'rgb(',
  'url(',
  'URL(',
  'image(',
  'attr(',
  'env(',
  'expression(',
  ')',
  '(',
  ' ',
  ',',
  '/',
  '*',
  '+',
  '-',
  ';',
  '{',
  '}',
  '<',
  '>',
  '\\',
  '@',
  '!',
  '"',
  "'",
  '\n',
  '\0',
  '"Inter"',
  'x',
  '0',
);

test('an accepted value cannot end the declaration, contain escapes or load a resource', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
      const value = pieces.join('');
      if (codesOf(css('--brand', value)).length > 0) return;
      accepted += 1;
      expect(value).not.toMatch(/[;{}<>\\@!\n\0]|\/\*|(?:url|image|attr|env|expression)\(/iu);
      expect(value.split('(')).toHaveLength(value.split(')').length);
    }),
    { numRuns: 20_000 },
  );
  expect(accepted).toBeGreaterThan(500);
});

const files = (contents: Readonly<Record<string, string>>) =>
  validated([
    { kind: 'copyTemplates', files: Object.entries(contents).map(([path, content]) => ({ path, content })) },
  ]).problems.map(({ code, where }) => `${code} ${where?.file} ${where?.line}`);

describe('style files', () => {
  test.each<readonly [string, Readonly<Record<string, string>>]>([
    [
      'styles of Tailwind',
      { 'client/a.css': '@import "./b.css";\n@utility a { color: red; }\n@custom-variant b (&:hover);' },
    ],
    [
      'own sources',
      {
        'client/pages/a/a.css': '@source "./b.tsx";\n@source "./**/*.tsx";\n@source inline("p-1");',
        'client/pages/a/b.tsx': '',
      },
    ],
    ['excluded sources', { 'client/a.css': '@source not "../server";\n@import "x" source(none);' }],
    ['tags in comments of scripts', { 'server/a.ts': '/**\n * @config the settings\n * @plugin x\n */\n' }],
    ['tags in prose', { 'client/README.md': 'Use @plugin "x" in your own styles.' }],
    ['names that begin alike', { 'client/a.css': '@plugins-x { }\n.a { content: "me@pluginx.dev"; }' }],
  ])('may contain %s', (_, contents) => {
    expect(files(contents)).toEqual([]);
  });

  test('are refused with file and line', () => {
    expect(files({ 'client/a.css': '.a {}\n\n/* @plugin "x" */\n', 'client/b.md': 'a\n}\n @config "x"' })).toEqual([
      'JUDGE_CSS_CODE client/a.css 3',
      'JUDGE_CSS_CODE client/b.md 3',
    ]);
    expect(files({ 'client/a.css': '\n@source "../shared";' })).toEqual(['JUDGE_CSS_SOURCE client/a.css 2']);
  });

  test('are checked in copied files too', () => {
    const operation = { kind: 'copyTemplates', files: [{ path: 'client/a.css', source: 'templates/a.css' }] } as const;
    const subject = {
      manifest: manifestOf({}),
      model: resolveModel({ database: 'file', entities: [] }),
      isSkeleton: false,
    };
    const bytes = new TextEncoder().encode('@plugin "./b";');
    const { problems } = validateOperations([operation], { ...subject, files: new Map([['templates/a.css', bytes]]) });
    expect(problems.map(({ code }) => code)).toEqual(['JUDGE_CSS_CODE']);
  });
});
