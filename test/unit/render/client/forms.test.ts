import { expect, test } from 'vitest';
import { fieldTypes } from '../../../../src/config/config.ts';
import { entity, field, relation, rendered } from './sample.ts';

test('a field has the control for its type', () => {
  const fields = fieldTypes.map((type) => field(`a${type}`, type, type === 'Enum' ? { values: ['A', 'B'] } : {}));
  const form = rendered([entity('Thing', { fields })], 'client/forms/ThingForm.tsx');
  const controls = [...form.matchAll(/<(\w+Field)\s[^>]*?name="a(\w+)"/g)].map(([, control, type]) => [type, control]);
  expect(Object.fromEntries(controls)).toEqual({
    String: 'TextField',
    Text: 'TextAreaField',
    Int: 'NumberField',
    BigInt: 'BigIntField',
    Float: 'NumberField',
    Decimal: 'DecimalField',
    Boolean: 'CheckboxField',
    Date: 'DateField',
    DateTime: 'DateTimeField',
    Json: 'JsonField',
    Enum: 'EnumField',
  });
  expect(form).toContain('values={thingAEnums}');
  expect(form).toContain("import { thingAEnums } from '@shared/enums/thing';\nimport type { Thing }");
});

test('a form shows bounds as hints', () => {
  const fields = [
    field('code', 'String', { min: 2, max: 8 }),
    field('stock', 'Int', { min: 0 }),
    field('price', 'Decimal', { max: '99.90' }),
    field('fee', 'Decimal', { min: 10, format: 'money', currency: 'EUR' }),
  ];
  const form = rendered([entity('Thing', { fields })], 'client/forms/ThingForm.tsx');
  expect(form).toContain("limit={t('limitBetweenCharacters', { min: 2, max: 8 })}");
  expect(form).toMatch(/name="stock"[^>]*min=\{0\}[^>]*limit=\{t\('limitAtLeast', \{ min: '0' \}\)\}/);
  expect(form).toContain("limit={t('limitAtMost', { max: formatDecimal('99.90') })}");
  expect(form).toMatch(/min: formatDecimal\('10', \{ scale: 2, currency: 'EUR' \}\)/);
  expect(form).toContain("import { formatDecimal } from '@/lib/format';");
});

test('a record of a plugin model is entered by id', () => {
  const relations = [relation('author', 'many-to-one', 'User')];
  const form = rendered([entity('Post', { relations })], 'client/forms/PostForm.tsx');
  expect(form).toMatch(/<TextField\s[^>]*name="authorId"[^>]*limit=\{t\('limitRecord', \{ entity: 'User' \}\)\}/);
  expect(rendered([entity('Post', { relations })], 'client/resources/post.ts')).not.toContain('include');
});

test('a relation is selected from the resource of its target, including its own', () => {
  const relations = [relation('parent', 'many-to-one', 'Node'), relation('tags', 'many-to-many', 'Tag')];
  const form = rendered([entity('Node', { relations }), entity('Tag')], 'client/forms/NodeForm.tsx');
  expect(form).toMatch(/<RelationField\s[^>]*name="parentId"[^>]*resource=\{nodes\}/);
  expect(form).toMatch(/<RelationsField\s[^>]*name="tagIds"[^>]*resource=\{tags\}/);
  expect(form).toContain(`links: { tagIds: 'tags' }`);
});

test('a new record starts with the displayable defaults', () => {
  const fields = [
    field('stock', 'Int', { default: 3 }),
    field('price', 'Decimal', { default: 9.5 }),
    field('active', 'Boolean', { required: true }),
    field('madeAt', 'DateTime', { default: 'now' }),
  ];
  const form = rendered([entity('Thing', { fields })], 'client/forms/ThingForm.tsx');
  expect(form).toContain(`defaults: { stock: 3, price: '9.5', active: false },`);
});

test('the id of a required relation is never empty, even if the related record can be hidden', () => {
  const access = { create: 'owner', read: 'owner', update: 'owner', delete: 'owner' } as const;
  const relations = [{ ...relation('shop', 'many-to-one', 'Shop'), required: true }];
  const user = { ...relation('user', 'many-to-one', 'User'), required: true };
  const entities = [entity('Sale', { relations }), entity('Shop', { access, relations: [user] })];
  expect(rendered(entities, 'client/columns/sale.ts')).toContain("key: 'shopId' }");
});

test('prints one heading for the fields and relations of a group', () => {
  const fields = [
    field('name', 'String', { required: true }),
    field('street', 'String', { group: 'Address' }),
    field('note', 'String'),
    field('city', 'String', { group: 'Address' }),
  ];
  const relations = [{ ...relation('country', 'many-to-one', 'Country'), group: 'Address' }];
  const entities = [entity('Person', { fields, relations }), entity('Country')];
  const form = rendered(entities, 'client/forms/PersonForm.tsx');
  const [before, inside, after] = form.split(/<FieldGroup legend="Address">|<\/FieldGroup>/u);
  const names = [before, inside, after].map((part) =>
    [...(part ?? '').matchAll(/ name="(\w+)"/gu)].map(([, name]) => name),
  );
  expect(names).toEqual([['name'], ['street', 'city', 'countryId'], ['note']]);
  const columns = rendered(entities, 'client/columns/person.ts');
  expect(
    [...columns.matchAll(/field: '(\w+)',\s+label: '[^']+',\s+group: 'Address'/gu)].map(([, name]) => name),
  ).toEqual(['street', 'city', 'country']);
});

test('a picker loads the form for a new related record, except the form around it', () => {
  const relations = [relation('parent', 'many-to-one', 'Place'), relation('owner', 'many-to-one', 'Person')];
  const form = rendered([entity('Person'), entity('Place', { relations })], 'client/forms/PlaceForm.tsx');
  expect(form).toContain("default: (await import('@/forms/PersonForm')).PersonForm,");
  expect(form.match(/lazy\(/gu)).toHaveLength(1);
  expect([...form.matchAll(/form=\{(\w+)\}/gu)].map(([, name]) => name)).toEqual(['form', 'PlaceForm', 'PersonForm']);
});

test('an entity with the name of the form of a related record is renamed in the import', () => {
  const entities = [entity('Text'), entity('TextForm', { relations: [relation('text', 'many-to-one', 'Text')] })];
  expect(rendered(entities, 'client/forms/TextFormForm.tsx')).toContain('import type { TextForm as TextFormRecord }');
});

test('an entity with the name of a form component is renamed in the import', () => {
  const form = rendered([entity('TextField', { fields: [field('a', 'String')] })], 'client/forms/TextFieldForm.tsx');
  expect(form).toContain('import type { TextField as TextFieldRecord }');
  expect(form).toContain('FormProps<TextFieldRecord>');
});
