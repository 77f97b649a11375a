import { transformSync } from 'esbuild';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entity, Field } from '../../../../src/config/config.ts';
import { textAttribute } from '../../../../src/render/client/jsx.ts';
import { renderSample } from '../../../support/materialize.ts';
import { displayText } from '../../data-layer/arbitrary-text.ts';

const nasty = `"a" 'b' {c} \${d} \\ \`e\` */ <f> & &amp;`;
const field = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  type: 'String',
  required: false,
  unique: false,
  ...more,
});
const post: Entity = {
  name: 'Post',
  label: nasty,
  labelPlural: `${nasty}s`,
  description: `${nasty}.`,
  icon: 'file-text',
  title: 'slug',
  fields: [
    field('name', { required: true, label: nasty, description: `${nasty}!` }),
    field('slug'),
    field('secret', { hidden: true }),
    field('secretAt', { type: 'DateTime', hidden: true }),
  ],
  relations: [
    { name: 'parent', type: 'many-to-one', target: 'Post', required: false, label: `${nasty}?`, description: nasty },
  ],
};

function rendered(path: string): string {
  return String(renderSample({ entities: [post] }, 'sample').get(path)?.content);
}

/** Returns the arguments of all calls of a function while a module runs, without its imports and exports. */
function calls(source: string, name: string): unknown[][] {
  const script = transformSync(source, { loader: 'tsx', jsxFactory: 'h', jsxFragment: 'h' })
    .code.replaceAll(/^import [^;]*;$/gmu, '')
    .replaceAll(/^export (?:default )?(?=function|const)/gmu, '')
    .replaceAll(/^export \{[^}]*\};?$/gmu, '');
  const seen: unknown[][] = [];
  // oxlint-disable-next-line typescript/no-implied-eval -- the rendered module of this test
  new Function('seen', `const ${name} = (...given) => void seen.push(given);\n${script}`)(seen);
  return seen;
}

test('a form, a resource and the API description contain any label unchanged', () => {
  const resource = rendered('client/resources/post.ts').replace(/createIcon\((?=\s)/u, '(');
  expect(calls(resource, 'defineResource')[0]?.[0]).toMatchObject({
    singular: nasty,
    plural: `${nasty}s`,
    description: `${nasty}.`,
    display: 'slug',
    icon: expect.stringMatching(/^M/),
  });
  const api = rendered('server/generated/openapi.ts');
  for (const text of [`${nasty}s`, `${nasty}.`, `${nasty}!`]) expect(strings(api)).toContain(text);
  const form = rendered('client/forms/PostForm.tsx');
  for (const text of [nasty, `${nasty}!`, `${nasty}?`]) expect(form).toContain(textAttribute('label', text).slice(6));
});

/** Returns the values of all string literals. */
function strings(source: string): unknown[] {
  const literals = source.match(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/gu) ?? [];
  // oxlint-disable-next-line typescript/no-implied-eval -- string literals of this test
  return literals.map((literal) => new Function(`return ${literal}`)());
}

test('an attribute keeps every string', () => {
  const property = fc.property(displayText, (text) => {
    expect(calls(`const x = <a ${textAttribute('label', text)} />;`, 'h')).toEqual([['a', { label: text }]]);
  });
  fc.assert(property, { numRuns: 200 });
});

test('lists and forms leave a hidden field out, and the API contains it', () => {
  expect(rendered('client/forms/PostForm.tsx')).not.toContain('secret');
  expect(rendered('client/columns/post.ts')).not.toContain('secret');
  expect(rendered('client/resources/post.ts')).not.toContain('secret');
  expect(rendered('shared/post.ts')).toContain('secret: line.nullish(),');
  expect(rendered('server/generated/openapi.ts')).toContain('secret');
});

test('a list starts with the title', () => {
  const page = rendered('client/columns/post.ts');
  expect(page.indexOf("field: 'slug'")).toBeGreaterThan(0);
  expect(page.indexOf("field: 'slug'")).toBeLessThan(page.indexOf("field: 'name'"));
});

test('comments contain names, never labels', () => {
  const text = rendered('shared/post.ts');
  expect(text).toContain('/** The input of a post. */');
  expect(text).not.toContain('{c}');
});
