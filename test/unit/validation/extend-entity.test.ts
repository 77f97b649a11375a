import { expect, test } from 'vitest';
import type { ExtensionField, ExtensionRelation, Operation } from '../../../sandbox/index.ts';
import { codesOf, entity, unvalidatedText, validated } from './trial.ts';

const post = { entities: [entity('Post')] };
const topics: Operation = {
  kind: 'registerPrismaSchema',
  schema: 'model Topic {\n  id   String @id @default(cuid())\n  name String\n}\n\nmodel Count {\n  id Int @id\n}\n',
};

const extend = (
  fields: readonly ExtensionField[],
  { relations = [], of = 'Post' }: { relations?: readonly ExtensionRelation[]; of?: string } = {},
): Operation => ({ kind: 'extendEntity', entity: of, fields, relations });

const toTopic: ExtensionRelation = { name: 'topic', type: 'many-to-one', target: 'Topic' };

/** Control: the schema without validation. */
const schema = (...operations: readonly Operation[]) => unvalidatedText('prisma/schema/post.prisma', operations, post);

const accepted: readonly ExtensionField[] = [
  { name: 'slug', type: 'String', format: 'slug', unique: true },
  { name: 'views', type: 'Int', required: true, default: 0, min: 0 },
  { name: 'state', type: 'Enum', values: ['OPEN', 'DONE'], required: true, default: 'OPEN' },
  { name: 'searchText', type: 'Text', hidden: true, readOnly: true },
  { name: 'extra', type: 'Json' },
];

test.each(accepted)('accepts $name', (field) => {
  expect(codesOf([extend([field])], post)).toEqual([]);
});

test.each<readonly [string, ExtensionField, RegExp]>([
  ['a reserved name', { name: 'createdAt', type: 'DateTime' }, /fields\[0\]\.name: "createdAt" can't be declared/u],
  ['a name that is not in camelCase', { name: 'Slug', type: 'String' }, /"Slug" can't be the name/u],
  ['an unknown type', { name: 'a', type: 'Uuid' }, /fields\[0\]\.type/u],
  ['an Enum without values', { name: 'a', type: 'Enum' }, /needs at least one value/u],
  ['a value that is code', { name: 'a', type: 'Enum', values: ['A @evil'] }, /fields\[0\]\.values\[0\]/u],
  ['a format of another type', { name: 'a', type: 'Int', format: 'slug' }, /fields\[0\]\.format/u],
  ['a default of another type', { name: 'a', type: 'Int', default: 'x' }, /fields\[0\]\.default/u],
  ['a slow pattern', { name: 'a', type: 'String', pattern: '(a+)+$' }, /fields\[0\]\.pattern/u],
  ['an unknown rule', { name: 'a', type: 'String', access: 'nobody' }, /fields\[0\]\.access/u],
])('refuses %s', (_, field, message) => {
  const { problems } = validated([extend([field])], post);
  expect(problems.map(({ code }) => code)).toEqual(['JUDGE_EXTENSION_MEMBER']);
  expect(problems[0]?.message).toMatch(message);
});

test('refuses a call without members', () => {
  expect(codesOf([extend([])], post)).toEqual(['JUDGE_EXTENSION_MEMBER']);
});

test.each<ExtensionField>([
  { name: 'slug', type: 'String', required: true },
  { name: 'extra', type: 'Json', required: true, default: 'x' },
  { name: 'code', type: 'String', unique: true, default: 'x' },
  { name: 'code', type: 'String', unique: true, required: true, default: 'x' },
])('refuses $name of type $type, which existing records cannot have', (field) => {
  expect(codesOf([extend([field])], post)).toEqual(['JUDGE_EXTENSION_RECORDS']);
  expect(schema(extend([field]))).toContain(`${field.name} `);
});

test('accepts an optional relation to a model of the plugin', () => {
  expect(codesOf([topics, extend([], { relations: [toTopic] })], post)).toEqual([]);
});

test.each<readonly [string, ExtensionRelation]>([
  ['an entity of the project', { ...toTopic, target: 'Post' }],
  ['a model of another plugin', { ...toTopic, target: 'User' }],
  ['a model with another key', { ...toTopic, target: 'Count' }],
  ['many records', { ...toTopic, type: 'many-to-many' }],
  ['records that a deletion would delete', { ...toTopic, onDelete: 'cascade' }],
])('refuses a relation to %s', (_, relation) => {
  expect(codesOf([topics, extend([], { relations: [relation] })], post)).toEqual(['JUDGE_EXTENSION_RELATION']);
});

const field = (name: string): ExtensionField => ({ name, type: 'String' });
const codes = (...operations: readonly Operation[]) => codesOf([topics, ...operations], post);

test('refuses a name twice, also with every entity and with the key of a relation', () => {
  expect(codes(extend([field('a')]), extend([field('a')], { of: 'Order' }))).toEqual([]);
  expect(codes(extend([field('aB'), field('ab')]))).toEqual(['JUDGE_EXTENSION_TWICE']);
  expect(codes(extend([field('a')]), extend([field('a')]))).toEqual(['JUDGE_EXTENSION_TWICE']);
  expect(codes(extend([field('a')], { of: '*' }), extend([field('a')]))).toEqual(['JUDGE_EXTENSION_TWICE']);
  expect(codes(extend([field('a')]), extend([field('a')], { of: '*' }))).toEqual(['JUDGE_EXTENSION_TWICE']);
  expect(codes(extend([field('topicId')], { relations: [toTopic] }))).toEqual(['JUDGE_EXTENSION_TWICE']);
});
