import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { render as renderWithin } from '../../../sandbox/guest/template/render.ts';
import { defaultLimits } from '../../../sandbox/index.ts';

const render = (template: { readonly file: string; readonly text: string }, given: object) =>
  renderWithin({ ...template, budget: defaultLimits }, given);

const variables = {
  name: 'reports',
  settings: {
    on: true,
    off: false,
    zero: 0,
    empty: '',
    none: null,
    title: 'A {{name}} <b>',
    n: 3.5,
    nested: { deep: 'd' },
  },
  list: ['a', 'b', 'c'],
  nobody: [],
  people: [
    { name: 'Ada', tags: ['x', 'y'] },
    { name: 'Bob', tags: [] },
  ],
  map: { one: 1, two: 2 },
  big: 10n,
  odd: undefined,
  fn: () => 1,
  inherited: Object.create({ hidden: 'no' }),
};

const show = (text: string, file = 'a.ts'): string => {
  const rendered = render({ file, text }, variables);
  return 'text' in rendered ? rendered.text : `ERROR ${rendered.broken.line}:${rendered.broken.column}`;
};

describe('the template dialect', () => {
  test.each<[string, string, string, string?]>([
    ['a value', 'x {{name}} y', 'x reports y'],
    ['spaces in a tag', '{{ name }}{{\tname\t}}', 'reportsreports'],
    ['a dotted path', '{{settings.nested.deep}}', 'd'],
    ['a number', '{{settings.n}} {{settings.zero}}', '3.5 0'],
    ['a bigint', '{{big}}', '10'],
    ['booleans', '{{settings.on}} {{settings.off}}', 'true false'],
    ['an empty text', '[{{settings.empty}}]', '[]'],
    ['a value is never rendered again', '{{settings.title}}', 'A {{name}} <b>'],
    ['nothing is escaped', '{{settings.title}}', 'A {{name}} <b>'],
    ['an index into a list', '{{list.1}} {{people.0.name}} {{list.length}}', 'b Ada 3'],
    ['json of a text', '{{json name}}', '"reports"'],
    ['json of a list', '{{json list}} {{ json settings.nested }}', '["a","b","c"] {"deep":"d"}'],
    ['a variable called json', '{{json}}', 'ERROR 1:1'],
    ['if', '{{#if settings.on}}yes{{/if}}', 'yes'],
    ['if without a value', '{{#if settings.off}}yes{{/if}}{{#if nothing.at.all}}yes{{/if}}', ''],
    [
      'falsy values',
      '{{#if settings.zero}}1{{/if}}{{#if settings.empty}}2{{/if}}{{#if settings.none}}3{{/if}}{{#if nobody}}4{{/if}}',
      '',
    ],
    ['else', '{{#if settings.off}}a{{else}}b{{/if}}', 'b'],
    ['unless', '{{#unless settings.off}}a{{else}}b{{/unless}}{{#unless list}}c{{/unless}}', 'a'],
    ['each over a list', '{{#each list}}{{@index}}{{this}}{{#unless @last}},{{/unless}}{{/each}}', '0a,1b,2c'],
    ['each over objects', '{{#each people}}{{#if @first}}[{{/if}}{{name}}{{/each}}', '[AdaBob'],
    ['each over an object', '{{#each map}}{{@key}}={{this}};{{/each}}', 'one=1;two=2;'],
    [
      'each over nothing',
      '{{#each nobody}}a{{else}}none{{/each}}{{#each absent}}b{{else}}absent{{/each}}',
      'noneabsent',
    ],
    [
      'each else sees the outer scope',
      '{{#each people}}{{#each tags}}{{this}}{{else}}{{name}}{{/each}};{{/each}}',
      'xy;Bob;',
    ],
    ['each in each', '{{#each people}}{{#each tags}}{{@index}}{{name}}{{/each}}{{/each}}', '0Ada1Ada'],
    ['the root from inside', '{{#each list}}{{settings.n}}{{/each}}', '3.53.53.5'],
    ['this with a path', '{{#each people}}{{this.name}}{{/each}}', 'AdaBob'],
    ['json of an item', '{{#each list}}{{json this}}{{/each}}', '"a""b""c"'],
    [
      'braces of other languages',
      '{{ a + b }} {{> partial}} {{! note}} {{a-b}} {{"x"}}',
      '{{ a + b }} {{> partial}} {{! note}} {{a-b}} {{"x"}}',
    ],
    ['three braces', '{{{name}}}', '{reports}'],
    ['an escape', '\\{{name}} \\{{#if}}', '{{name}} {{#if}}'],
    ['braces that never close', '{{name', '{{name'],
    ['a line break in a tag', '{{name\n}}', '{{name\n}}'],
    [
      'braces after = in JSX',
      'style={{name}} b={{ color: {{json name}} }}',
      'style={{name}} b={{ color: "reports" }}',
      'a.tsx',
    ],
    ['braces after = in Vue', ':style={{name}}', ':style={{name}}', 'a.vue'],
    ['braces after = elsewhere', 'const a ={{name}}', 'const a =reports', 'a.ts'],
    ['a space after = in JSX', 'a = {{name}}', 'a = reports', 'a.jsx'],
    ['a block tag alone on its line', 'a\n  {{#if settings.on}}\nb\n\t{{/if}}  \nc\n', 'a\nb\nc\n'],
    ['the same with CRLF', 'a\r\n{{#if settings.on}}\r\nb\r\n{{/if}}\r\nc', 'a\r\nb\r\nc'],
    ['a block tag at the end', 'a\n{{#if settings.on}}\nb\n{{/if}}', 'a\nb\n'],
    ['a block tag not alone', 'a {{#if settings.on}}\nb{{/if}}\nc', 'a \nb\nc'],
    ['a value alone on its line', 'a\n{{name}}\nb', 'a\nreports\nb'],
    [
      'nunjucks syntax',
      '{% include "/etc/passwd" %}{# note #}{%- raw -%}',
      '{% include "/etc/passwd" %}{# note #}{%- raw -%}',
    ],
    ['nunjucks expressions', '{{ range.constructor("return process")() }}{{ cycler }}', 'ERROR 1:44'],
    ['a call', '{{ name() }}{{ name | upper }}', '{{ name() }}{{ name | upper }}'],
    ['json inside a script', '{{json script}}', 'ERROR 1:1'],
  ])('%s', (...[, template, expected, file]) => {
    expect(show(template, file)).toBe(expected);
  });

  test.each<[string, string, string]>([
    ['a missing variable', 'a\n b {{nam}}', '2:4'],
    ['a missing key', '{{settings.tokn}}', '1:1'],
    ['a variable set to undefined', '{{odd}}', '1:1'],
    ['null', '{{settings.none}}', '1:1'],
    ['an object', 'x\r\n{{settings}}', '2:1'],
    ['a list', '{{list}}', '1:1'],
    ['a function', '{{fn}}', '1:1'],
    ['json of a function', '{{json fn}}', '1:1'],
    ['a path through a text', '{{name.length}}', '1:1'],
    ['what every object inherits', '{{settings.constructor}}', '1:1'],
    ['the prototype', '{{settings.__proto__}}', '1:1'],
    ['inherited values', '{{inherited.hidden}}', '1:1'],
    ['@index outside each', 'é{{@index}}', '1:2'],
    ['a block that is never closed', 'a\n{{#if name}}\nb', '2:1'],
    ['the innermost of two', '{{#if name}}\n  {{#each list}}\n', '2:3'],
    ['a close without a block', 'a{{/if}}', '1:2'],
    ['an else without a block', '{{else}}', '1:1'],
    ['a second else', '{{#if name}}{{else}}{{else}}{{/if}}', '1:21'],
    ['blocks out of order', '{{#if name}}{{#each list}}{{/if}}{{/each}}', '1:27'],
    ['an unknown block', 'a {{#with x}}', '1:3'],
    ['an unknown closing block', '{{/with}}', '1:1'],
    ['a block without a path', '{{#if}}', '1:1'],
    ['a block with two paths', '{{#each list as item}}', '1:1'],
    ['an expression in a block', '{{#if a == b}}', '1:1'],
    ['else if', '{{#if name}}{{else if list}}{{/if}}', '1:13'],
    ['each over a text', '{{#each name}}{{/each}}', '1:1'],
    ['an error inside a loop', '{{#each list}}\n{{nope}}{{/each}}', '2:1'],
    ['nesting without end', '{{#if name}}'.repeat(60), '1:601'],
  ])('reports %s with its position', (_, template, position) => {
    expect(show(template)).toBe(`ERROR ${position}`);
  });

  test('JSON output is safe in a script element and in JavaScript', () => {
    const rendered = render({ file: 'a.html', text: '{{json x}}' }, { x: '</script><!-- \u2028 a < b' });
    expect(rendered).toEqual({ text: String.raw`"\u003c/script>\u003c!-- \u2028 a < b"` });
  });

  test('templates with the same structure keep their own text', () => {
    expect(show('a{{#if name}}b{{/if}}')).toBe('ab');
    expect(show('c{{#if name}}d{{/if}}')).toBe('cd');
  });
});

/** Template source built from tokens. */
const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{',
        '{{',
        '}}',
        '\\',
        '=',
        '\n',
        '\r\n',
        ' ',
        '\t',
        '#',
        '/',
        'if',
        'each',
        'else',
        'json ',
        'name',
        '@index',
        '.',
      ),
      fc.constantFrom(
        '{{name}}',
        '{{#if name}}',
        '{{/if}}',
        '{{else}}',
        '{{#each list}}',
        '{{/each}}',
        '{%',
        '%}',
        '{#',
        '"',
      ),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''));
const files = fc.constantFrom('a.ts', 'a.tsx', 'a.vue');

describe('any text', () => {
  test('is rendered, or fails at a tag', () => {
    fc.assert(
      fc.property(pieces, files, (text, file) => {
        const rendered = render({ file, text }, { name: 'n', list: ['a', 'b'] });
        if ('text' in rendered) return;
        const { line, column } = rendered.broken;
        expect(text.split('\n')[line - 1]?.slice(column - 1, column + 1)).toBe('{{');
      }),
      { numRuns: 2_000 },
    );
  });

  test('is unchanged if escaped', () => {
    fc.assert(
      fc.property(pieces, fc.constantFrom('a.ts', 'a.md'), (text, file) => {
        const escaped = text.replaceAll('{{', String.raw`\{{`);
        expect(render({ file, text: escaped }, {})).toEqual({ text });
      }),
      { numRuns: 2_000 },
    );
  });

  test('is unchanged as a value', () => {
    fc.assert(
      fc.property(pieces, (value) => {
        expect(render({ file: 'a.ts', text: 'a{{value}}b' }, { value })).toEqual({ text: `a${value}b` });
        expect(render({ file: 'a.ts', text: '{{json value}}' }, { value })).toSatisfy(
          (rendered: { text: string }) => JSON.parse(rendered.text) === value,
        );
      }),
      { numRuns: 1_000 },
    );
  });
});
