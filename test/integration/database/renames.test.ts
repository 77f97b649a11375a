import { describe, expect, test } from 'vitest';
import type { DevQuestion } from '../../../src/database/migrate-dev.ts';
import type { Rename } from '../../../src/data-layer/renames.ts';
import { failureOf, kinds, projectOn } from '../../unit/database/project.ts';
import { expectSameAsFresh } from './same-as-fresh.ts';

const before = `model Post {
  id       String  @id
  title    String  @unique
  body     String
  authorId String?
  author   Person? @relation(fields: [authorId], references: [id])
  tags     Tag[]

  @@index([authorId])
  @@unique([body, title])
}

model Person {
  id    String @id
  posts Post[]
}

model Tag {
  id    String @id
  posts Post[]
}
`;

const rows = `INSERT INTO "Person" VALUES ('p');
INSERT INTO "Post" VALUES ('1', 'one', 'b', 'p');
INSERT INTO "Post" VALUES ('2', 'two', 'b', NULL);
INSERT INTO "Tag" VALUES ('x');
INSERT INTO "_PostToTag" ("A", "B") VALUES ('1', 'x')`;

function renamed(names: Readonly<Record<string, string>>): string {
  return Object.entries(names).reduce((text, [from, to]) => text.replaceAll(from, to), before);
}

const model = (from: string, to: string): Rename => ({ kind: 'model', from, to });
const column = (name: string, [from, to]: readonly [string, string]): Rename => ({
  kind: 'column',
  model: name,
  from,
  to,
});

const plain = (names: readonly string[]) => names.map((name) => `model ${name} {\n  id String @id\n}\n`).join('');

const named = (post: string, relation: string) =>
  `model ${post} {\n  id String @id\n  tags Tag[] @relation("${relation}")\n  more Tag[] @relation("More")\n}\n` +
  `model Tag {\n  id String @id\n  posts ${post}[] @relation("${relation}")\n  others ${post}[] @relation("More")\n}\n`;

const withEnum = (name: string, field: string) =>
  `enum ${name} {\n  A\n  B\n}\nmodel Post {\n  id String @id\n  ${field} ${name} @default(A)\n}\n`;

describe.each(kinds)('renames on %s', (kind) => {
  test.for([
    ['Article', 'Label', '_ArticleToLabel', 'A'],
    ['Zebra', 'Label', '_LabelToZebra', 'B'],
    ['Post', 'Abc', '_AbcToPost', 'B'],
    ['Zebra', 'Tag', '_TagToZebra', 'B'],
  ])(
    'keep every row for models renamed to $0 and $1, and the rows of relations',
    async ([post = '', tag = '', join = '', side = ''], context) => {
      const project = await projectOn(context, { kind, models: before });
      await project.dev();
      await project.sql(rows);
      project.models(renamed({ Post: post, Tag: tag }));
      const renames = [model('Post', post), model('Tag', tag)];
      expect(await project.dev({ renames })).toMatchObject({ warnings: [], applied: [expect.anything()] });
      expect(await project.sql(`SELECT * FROM "${post}" ORDER BY id`)).toEqual([
        { id: '1', title: 'one', body: 'b', authorId: 'p' },
        { id: '2', title: 'two', body: 'b', authorId: null },
      ]);
      expect(await project.sql(`SELECT "${side}" AS post FROM "${join}"`)).toEqual([{ post: '1' }]);
      expect((await project.dev({ renames })).created).toBeUndefined();
      await expectSameAsFresh(project, context);
    },
  );

  test('keep every value of renamed columns and rename their constraints', async (context) => {
    const project = await projectOn(context, { kind, models: before });
    await project.dev();
    await project.sql(rows);
    project.models(renamed({ title: 'headline', author: 'writer' }));
    const renames = [column('Post', ['title', 'headline']), column('Post', ['authorId', 'writerId'])];
    expect(await project.dev({ renames })).toMatchObject({ warnings: [] });
    expect(await project.sql('SELECT headline, "writerId" FROM "Post" ORDER BY id')).toEqual([
      { headline: 'one', writerId: 'p' },
      { headline: 'two', writerId: null },
    ]);
    expect((await project.dev({ renames })).created).toBeUndefined();
    await expectSameAsFresh(project, context);
  });

  test('are refused without rename information, because rows would be lost', async (context) => {
    const project = await projectOn(context, { kind, models: before });
    await project.dev();
    await project.sql(rows);
    project.models(renamed({ Post: 'Article' }));
    expect((await failureOf(project.dev())).code).toBe('DATA_LOSS');
    project.models(renamed({ body: 'text' }));
    expect((await failureOf(project.dev())).code).toBe('DATA_UNEXECUTABLE');
  });

  test('can be a chain that reuses a name', async (context) => {
    const project = await projectOn(context, { kind, models: plain(['One', 'Two']) });
    await project.dev();
    await project.sql(`INSERT INTO "One" VALUES ('was one');\nINSERT INTO "Two" VALUES ('was two')`);
    project.models(plain(['One', 'Two', 'Three']));
    const renames = [model('One', 'Two'), model('Two', 'Three')];
    expect(await project.dev({ renames })).toMatchObject({ warnings: [] });
    expect(await project.sql('SELECT (SELECT id FROM "Two") AS two, (SELECT id FROM "Three") AS three')).toEqual([
      { two: 'was one', three: 'was two' },
    ]);
    expect(await project.sql('SELECT * FROM "One"')).toEqual([]);
    expect((await project.dev({ renames })).created).toBeUndefined();
    await expectSameAsFresh(project, context);
  });

  test('keep the rows of a renamed relation with an explicit name', async (context) => {
    const project = await projectOn(context, { kind, models: named('Post', 'PostTags') });
    await project.dev();
    await project.sql(
      `INSERT INTO "Post" VALUES ('1');\nINSERT INTO "Tag" VALUES ('x');\nINSERT INTO "_PostTags" ("A", "B") VALUES ('1', 'x');\nINSERT INTO "_More" ("A", "B") VALUES ('1', 'x')`,
    );
    project.models(named('Zebra', 'ZebraTags'));
    const renames = [model('Post', 'Zebra'), { kind: 'table', from: '_PostTags', to: '_ZebraTags' } as const];
    expect(await project.dev({ renames })).toMatchObject({ warnings: [] });
    for (const table of ['_ZebraTags', '_More']) {
      expect(await project.sql(`SELECT "A", "B" FROM "${table}"`)).toEqual([{ A: 'x', B: '1' }]);
    }
    expect((await project.dev({ renames })).created).toBeUndefined();
    await expectSameAsFresh(project, context);
  });

  test('keep the values of a renamed enum and its column', async (context) => {
    const project = await projectOn(context, { kind, models: withEnum('PostKind', 'kind') });
    await project.dev();
    await project.sql(`INSERT INTO "Post" VALUES ('1', 'B')`);
    project.models(withEnum('PostSort', 'sort'));
    const renames = [column('Post', ['kind', 'sort'])];
    expect(await project.dev({ renames })).toMatchObject({ warnings: [] });
    expect(await project.sql('SELECT sort FROM "Post"')).toEqual([{ sort: 'B' }]);
    expect((await project.dev({ renames })).created).toBeUndefined();
    await expectSameAsFresh(project, context);
  });

  test('change nothing before consent if data is also lost', async (context) => {
    const project = await projectOn(context, { kind, models: before });
    await project.dev();
    await project.sql(rows);
    project.models(
      renamed({ Post: 'Article' })
        .replace(/ {2}authorId.*\n {2}author .*\n/, '')
        .replace('  @@index([authorId])\n', '')
        .replace('  posts Article[]\n', ''),
    );
    const renames = [model('Post', 'Article')];
    expect((await failureOf(project.dev({ renames }))).code).toBe('DATA_LOSS');
    expect(project.migrations).toHaveLength(1);
    expect(await project.sql('SELECT id FROM "Post" ORDER BY id')).toEqual([{ id: '1' }, { id: '2' }]);
    expect((await project.status()).upToDate).toBe(true);
    expect(await project.dev({ renames, acceptDataLoss: true })).toMatchObject({
      warnings: [expect.stringMatching(/drop the column `authorId` on the `Article` table/)],
    });
    expect(await project.sql('SELECT * FROM "Article" ORDER BY id')).toEqual([
      { id: '1', title: 'one', body: 'b' },
      { id: '2', title: 'two', body: 'b' },
    ]);
    await expectSameAsFresh(project, context);
  });

  test('are written but not applied with createOnly, and applied by the next run', async (context) => {
    const project = await projectOn(context, { kind, models: before });
    await project.dev();
    await project.sql(rows);
    project.models(renamed({ Post: 'Article' }));
    const renames = [model('Post', 'Article')];
    expect(await project.dev({ renames, createOnly: true })).toMatchObject({ applied: [] });
    expect(await project.sql('SELECT id FROM "Post" ORDER BY id')).toHaveLength(2);
    expect(await project.dev({ renames })).toMatchObject({ applied: [project.migrations[1]] });
    expect(project.migrations).toHaveLength(2);
    expect(await project.sql('SELECT id FROM "Article"')).toHaveLength(2);
    await expectSameAsFresh(project, context);
  });

  test('require consent if a dropped column and a new one have the same type', async (context) => {
    const project = await projectOn(context, { kind, models: before });
    await project.dev();
    await project.sql(rows);
    project.models(renamed({ 'body     String': 'text String\n  size Int?', '[body': '[text' }));
    const asked: DevQuestion[] = [];
    const answering = (answer: boolean) => ({
      onQuestion: async (question: DevQuestion) => (asked.push(question), answer),
    });
    expect((await failureOf(project.dev(answering(false)))).code).toBe('DATA_UNEXECUTABLE');
    expect(await project.dev(answering(true))).toMatchObject({ warnings: [] });
    const question = { kind: 'rename', table: 'Post', from: 'body', to: 'text' };
    expect(asked).toEqual([question, question]);
    expect(await project.sql('SELECT text FROM "Post"')).toEqual([{ text: 'b' }, { text: 'b' }]);
    await expectSameAsFresh(project, context);
  });
});
