import { expect, test } from 'vitest';
import type { Entity, Field, Relation } from '../../../src/config/config.ts';
import { renderSample } from '../../support/materialize.ts';

const field = (name: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  name,
  type,
  required: false,
  unique: false,
  ...more,
});

const relation = (name: string, type: Relation['type'], target: string): Relation => ({
  name,
  type,
  target,
  required: false,
});

const entity = (name: string, more: Partial<Entity> = {}): Entity => ({ name, fields: [], relations: [], ...more });

function rendered(entities: readonly Entity[], path: string): string {
  const file = renderSample({ entities }, 'sample').get(path);
  if (file === undefined) throw new Error(`${path} is not rendered`);
  return String(file.content);
}

test('a field gets the control of its type', () => {
  const types = ['String', 'Text', 'Int', 'Float', 'Decimal', 'Boolean', 'DateTime'] as const;
  const fields = types.map((type) => field(`a${type}`, type));
  const form = rendered([entity('Thing', { fields })], 'client/forms/ThingForm.tsx');
  const controls = [...form.matchAll(/<(\w+Field)\s[^>]*?name="a(\w+)"/g)].map(([, control, type]) => [type, control]);
  expect(Object.fromEntries(controls)).toEqual({
    String: 'TextField',
    Text: 'TextAreaField',
    Int: 'NumberField',
    Float: 'NumberField',
    Decimal: 'DecimalField',
    Boolean: 'CheckboxField',
    DateTime: 'DateTimeField',
  });
});

test('relations are picked from the resource they lead to, itself too', () => {
  const relations = [relation('parent', 'many-to-one', 'Node'), relation('tags', 'many-to-many', 'Tag')];
  const form = rendered([entity('Node', { relations }), entity('Tag')], 'client/forms/NodeForm.tsx');
  expect(form).toMatch(/<RelationField\s[^>]*name="parentId"[^>]*resource=\{nodes\}/);
  expect(form).toMatch(/<RelationsField\s[^>]*name="tagIds"[^>]*resource=\{tags\}/);
  expect(form).toContain(`links: { tagIds: 'tags' }`);
});

test('a new record starts with the defaults that can be shown', () => {
  const fields = [
    field('stock', 'Int', { default: 3 }),
    field('price', 'Decimal', { default: 9.5 }),
    field('active', 'Boolean', { required: true }),
    field('madeAt', 'DateTime', { default: 'now' }),
  ];
  const form = rendered([entity('Thing', { fields })], 'client/forms/ThingForm.tsx');
  expect(form).toContain(`defaults: { stock: 3, price: '9.5', active: false },`);
});

test('a list names the record first and leaves long texts out', () => {
  const fields = [field('notes', 'Text'), field('size', 'Int'), field('title', 'String')];
  const page = rendered([entity('Thing', { fields })], 'client/pages/things/index.tsx');
  expect([...page.matchAll(/field: '(\w+)'/g)].map(([, name]) => name)).toEqual(['title', 'size']);
});

test('a resource’s variable is never a reserved word, nor that of another', () => {
  const names = ['Argument', 'Extend', 'Implement', 'Resource', 'Axis', 'Axe'];
  const entities = names.map((name) => entity(name, { route: `r-${name.toLowerCase()}` }));
  const text = rendered(entities, 'client/generated/resources.ts');
  const variables = [...text.matchAll(/^import \{ (\w+) \} from '@\/resources/gm)].map(([, name]) => name);
  expect(new Set(variables).size).toBe(names.length);
  expect(variables).not.toContain('arguments');
  expect(variables).not.toContain('resources');
});

test('an entity named like a component of its form keeps both apart', () => {
  const form = rendered([entity('TextField', { fields: [field('a', 'String')] })], 'client/forms/TextFieldForm.tsx');
  expect(form).toContain('type TextField as TextFieldRecord');
  expect(form).toContain('FormProps<TextFieldRecord>');
});

test('without entities there is no page but the shell’s own', () => {
  const paths = [...renderSample({}, 'sample').keys()].filter((path) => path.startsWith('client/pages/'));
  expect(paths).toEqual(['client/pages/404.tsx', 'client/pages/error.tsx', 'client/pages/index.tsx']);
});
