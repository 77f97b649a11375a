import { expect, test } from 'vitest';
import type { ExtensionField, ExtensionRelation, Operation } from '../../../sandbox/index.ts';
import { configLocations, readConfig } from '../../../src/config/read.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import type { Contribution } from '../../../src/plugin/plugin.ts';
import { render } from '../../../src/render/render.ts';
import { contribution } from './contributions.ts';

const slug: ExtensionField = { name: 'slug', type: 'String', format: 'slug', index: true };
const views: ExtensionField = { name: 'views', type: 'Int', required: true, default: 0, readOnly: true };
const topic: ExtensionRelation = { name: 'topic', type: 'many-to-one', target: 'Topic' };
const topics: Operation = {
  kind: 'registerPrismaSchema',
  schema: 'model Topic {\n  id String @id @default(cuid())\n}\n',
};

interface Members {
  readonly of?: string;
  readonly fields?: readonly ExtensionField[];
  readonly relations?: readonly ExtensionRelation[];
}

const extend = ({ of = 'Post', fields = [], relations = [] }: Members): Operation => ({
  kind: 'extendEntity',
  ...{ entity: of, fields, relations },
});
const plugin = (name: string, ...all: readonly Members[]): Contribution =>
  contribution(name, { operations: [topics, ...all.map(extend)] });

const written = {
  name: 'blog',
  entities: [
    { name: 'Post', fields: [{ name: 'title', type: 'String', required: true }] },
    { name: 'Comment', relations: [{ name: 'post', type: 'many-to-one', target: 'Post', required: true }] },
  ],
};

/** Renders a project with its plugins. */
function renderedWith(contributions: readonly Contribution[], config: object = written) {
  const text = JSON.stringify(config, undefined, 2);
  const read = readConfig(text, { file: 'genlock.json' });
  const places = configLocations(text, { file: 'genlock.json' });
  const tree = render({ config: read, model: resolveModel(read), contributions, places });
  return new Map([...tree].map(([path, { content }]) => [path, Buffer.from(content).toString()]));
}

const problemsWith = (contributions: readonly Contribution[], config?: object): unknown => {
  try {
    renderedWith(contributions, config);
    return [];
  } catch (error) {
    return Object(error).problems;
  }
};

test('adds fields to the schema, the API, the forms and the tests', () => {
  const files = renderedWith([plugin('seo', { fields: [slug] })]);
  expect(files.get('prisma/schema/post.prisma')).toMatch(/model Post \{[^}]*title +String\n +slug +String\?\n/u);
  expect(files.get('prisma/schema/post.prisma')).toMatch(/model Post \{[^}]*@@index\(\[slug, id\]\)/u);
  for (const path of [
    'shared/post.ts',
    'client/forms/PostForm.tsx',
    'client/columns/post.ts',
    'test/server/routes/posts.test.ts',
    'server/generated/queries.ts',
  ]) {
    expect([path, files.get(path)?.includes('slug')]).toEqual([path, true]);
  }
  expect(files.get('shared/comment.ts')).not.toContain('slug');
});

test('adds fields to every entity', () => {
  const files = renderedWith([plugin('rank', { of: '*', fields: [{ name: 'rank', type: 'Int' }] })]);
  expect(files.get('shared/post.ts')).toContain('rank');
  expect(files.get('shared/comment.ts')).toContain('rank');
});

test('does not change how people identify a record', () => {
  const config = { ...written, entities: [{ name: 'Post', fields: [{ name: 'size', type: 'Int' }] }] };
  const path = 'client/resources/post.ts';
  const files = renderedWith([plugin('seo', { fields: [slug] })], config);
  expect(files.get(path)).toContain("display: 'id'");
  // Control: the same field in genlock.json identifies the record.
  const [post] = config.entities;
  const own = { ...config, entities: [{ ...post, fields: [...(post?.fields ?? []), slug] }] };
  expect(renderedWith([], own).get(path)).toContain("display: 'slug'");
});

test('only the server sets a read-only field', () => {
  const files = renderedWith([plugin('stats', { fields: [views] })]);
  const [record = '', input = ''] = (files.get('shared/post.ts') ?? '').split('/** The input of ');
  expect(record + input).toContain('views');
  expect(input.split('});')[0]).not.toContain('views');
  expect(files.get('client/forms/PostForm.tsx')).not.toContain('views');
  expect(files.get('client/resources/post.ts')).toContain("readOnly: ['views']");
  expect(/fields: \[.*\]/u.exec(files.get('test/server/routes/posts.test.ts') ?? '')?.[0]).toBe("fields: ['title']");
});

test('adds a relation to a model of the plugin', () => {
  const schema = [...renderedWith([plugin('topics', { relations: [topic] })])]
    .filter(([path]) => path.endsWith('.prisma'))
    .map(([, text]) => text)
    .join('\n');
  expect(schema).toMatch(/topic +Topic\? +@relation\(fields: \[topicId\], references: \[id\], onDelete: SetNull\)/u);
  expect(schema).toMatch(/model Topic \{[^}]*posts +Post\[\]/u);
});

test('adds the fields of several plugins by their names', () => {
  const one = plugin('one', { fields: [slug] });
  const two = plugin('two', { fields: [views] }, { of: 'Comment', fields: [slug] });
  expect(renderedWith([one, two]).get('shared/post.ts')).toMatch(/slug[^]*views/u);
  expect(renderedWith([two]).get('shared/post.ts')).not.toContain('slug');
});

test('a removed plugin leaves nothing', () => {
  expect(renderedWith([plugin('two'), plugin('one', { fields: [slug] })])).not.toEqual(renderedWith([plugin('two')]));
  expect(renderedWith([plugin('two')])).toEqual(renderedWith([contribution('two', { operations: [topics] })]));
});

test.each(['title', 'tiTle'])('refuses the name %s of a field of genlock.json', (name) => {
  expect(problemsWith([plugin('seo', { fields: [{ name, type: 'String' }] })])).toEqual([
    expect.objectContaining({
      code: 'DATA_EXTENSION_CLASH',
      message: `seo adds Post.${name}, which genlock.json declares`,
      where: expect.objectContaining({ file: 'genlock.json', key: 'entities[0].fields[0].name', line: 8 }),
      hint: expect.stringContaining('remove seo'),
    }),
  ]);
});

test('refuses the name of a relation’s key', () => {
  const clash = plugin('seo', { of: 'Comment', fields: [{ name: 'postId', type: 'String' }] });
  expect(problemsWith([clash])).toEqual([
    expect.objectContaining({
      code: 'DATA_EXTENSION_CLASH',
      where: expect.objectContaining({ key: 'entities[1].relations[0].name' }),
    }),
  ]);
});

test('refuses one name of two plugins', () => {
  const problems = problemsWith([plugin('one', { fields: [slug] }), plugin('two', { of: '*', fields: [slug] })]);
  expect(problems).toEqual([
    expect.objectContaining({ code: 'DATA_EXTENSION_CLASH', message: 'one and two both add Post.slug' }),
  ]);
});

test('refuses an entity that does not exist, once for each plugin', () => {
  const missing = plugin('seo', { of: 'Page', fields: [slug] }, { of: 'Page', fields: [views] });
  expect(problemsWith([missing])).toEqual([
    expect.objectContaining({
      code: 'DATA_EXTENSION_ENTITY',
      message: 'seo adds fields to the entity Page, which does not exist',
    }),
  ]);
});

test('names the new name of a renamed entity', () => {
  const config = { ...written, entities: [{ name: 'Article', was: 'Post' }] };
  expect(problemsWith([plugin('seo', { fields: [slug] })], config)).toEqual([
    expect.objectContaining({ code: 'DATA_EXTENSION_ENTITY', hint: expect.stringContaining('Article') }),
  ]);
});

test.each<readonly [string, ExtensionField, object]>([
  ['a rule without sign-in', { ...slug, access: { write: 'admin' } }, {}],
  ['an unknown role', { ...slug, access: ['EDITOR'] }, {}],
  ['an optional unique field on documents', { ...slug, unique: true }, { database: 'document' }],
  ['a long text with an index on PostgreSQL', { name: 'a', type: 'Text', index: true }, { database: 'relational' }],
])('refuses %s', (_, field, change) => {
  const problems = problemsWith([plugin('seo', { fields: [field] })], { ...written, ...change });
  expect(problems).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        code: 'DATA_EXTENSION_UNSUPPORTED',
        message: expect.stringContaining(`seo adds Post.${field.name}: `),
      }),
    ]),
  );
});

test('refuses members that change the names of genlock.json', () => {
  const config = {
    ...written,
    entities: [{ name: 'Post' }, { name: 'PostTag', fields: [{ name: 'kind', type: 'Enum', values: ['A'] }] }],
  };
  const clash = plugin('seo', { fields: [{ name: 'tagKind', type: 'Enum', values: ['B'] }] });
  expect(problemsWith([clash], config)).toEqual([
    expect.objectContaining({ code: 'DATA_EXTENSION_EFFECT', message: expect.stringContaining('PostTag.kind') }),
  ]);
});
