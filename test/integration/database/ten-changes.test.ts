import { expect, test } from 'vitest';
import type { DevRequest, DevQuestion } from '../../../src/database/migrate-dev.ts';
import { failureOf, kinds, projectOn } from '../../unit/database/project.ts';
import { expectSameAsFresh } from './same-as-fresh.ts';

interface Change {
  readonly what: string;
  readonly models: string;
  readonly renames?: DevRequest['renames'];
  /** A row of the current posts table, for this schema. */
  readonly row: string;
  /** The first row after the change. Named columns keep their values. */
  readonly first: Readonly<Record<string, unknown>>;
  /** The expected data loss, which requires consent. */
  readonly loses?: RegExp;
}

const person = (lines = '') => `model Person {\n  id String @id\n${lines}}\n`;
const posts = (name: string, lines: readonly string[]) =>
  `model ${name} {\n${['id String @id', ...lines].map((line) => `  ${line}\n`).join('')}}\n`;

const title = 'title String';
const author = [
  'authorId String?',
  'author Person? @relation(fields: [authorId], references: [id])',
  '@@index([authorId])',
];

const changes: readonly Change[] = [
  {
    what: 'the first schema',
    models: posts('Post', [title, 'draft String?']) + person(),
    row: `INSERT INTO "Post" (id, title, draft) VALUES ('1', 'one', 'd')`,
    first: { title: 'one', draft: 'd' },
  },
  {
    what: 'an optional column',
    models: posts('Post', [title, 'draft String?', 'note String?']) + person(),
    row: `INSERT INTO "Post" (id, title, note) VALUES ('2', 'two', 'n')`,
    first: { title: 'one', draft: 'd', note: null },
  },
  {
    what: 'a required column with a default',
    models: posts('Post', [title, 'draft String?', 'note String?', 'stars Int @default(3)']) + person(),
    row: `INSERT INTO "Post" (id, title, stars) VALUES ('3', 'three', 5)`,
    first: { title: 'one', draft: 'd', note: null, stars: 3 },
  },
  {
    what: 'a relation with its index',
    models:
      posts('Post', [title, 'draft String?', 'note String?', 'stars Int @default(3)', ...author]) +
      person('  posts Post[]\n'),
    row: `INSERT INTO "Person" VALUES ('p');\nINSERT INTO "Post" (id, title, "authorId") VALUES ('4', 'four', 'p')`,
    first: { title: 'one', draft: 'd', stars: 3, authorId: null },
  },
  {
    what: 'a column with another name',
    models:
      posts('Post', ['headline String', 'draft String?', 'note String?', 'stars Int @default(3)', ...author]) +
      person('  posts Post[]\n'),
    renames: [{ kind: 'column', model: 'Post', from: 'title', to: 'headline' }],
    row: `INSERT INTO "Post" (id, headline) VALUES ('5', 'five')`,
    first: { headline: 'one', draft: 'd', stars: 3 },
  },
  {
    what: 'a model with another name',
    models:
      posts('Article', ['headline String', 'draft String?', 'note String?', 'stars Int @default(3)', ...author]) +
      person('  articles Article[]\n'),
    renames: [{ kind: 'model', from: 'Post', to: 'Article' }],
    row: `INSERT INTO "Article" (id, headline) VALUES ('6', 'six')`,
    first: { headline: 'one', draft: 'd', stars: 3 },
  },
  {
    what: 'a required column that becomes optional, and another default',
    models:
      posts('Article', ['headline String?', 'draft String?', 'note String?', 'stars Int @default(1)', ...author]) +
      person('  articles Article[]\n'),
    row: `INSERT INTO "Article" (id) VALUES ('7')`,
    first: { headline: 'one', draft: 'd', stars: 3 },
  },
  {
    what: 'a column that goes, with what is in it',
    models:
      posts('Article', ['headline String?', 'note String?', 'stars Int @default(1)', ...author]) +
      person('  articles Article[]\n'),
    row: `INSERT INTO "Article" (id) VALUES ('8')`,
    first: { headline: 'one', stars: 3 },
    loses: /drop the column `draft`/,
  },
  {
    what: 'values that must not repeat',
    models:
      posts('Article', ['headline String? @unique', 'note String?', 'stars Int @default(1)', ...author]) +
      person('  articles Article[]\n'),
    row: `INSERT INTO "Article" (id, headline) VALUES ('9', 'nine')`,
    first: { headline: 'one', stars: 3 },
    loses: /unique constraint/,
  },
  {
    what: 'a many-to-many relation, and a longer key',
    models:
      posts('Article', [
        'headline String? @unique',
        'note String?',
        'stars Int @default(1)',
        ...author,
        'tags Tag[]',
        '@@index([stars, id])',
      ]) +
      person('  articles Article[]\n') +
      'model Tag {\n  id String @id\n  articles Article[]\n}\n',
    row: `INSERT INTO "Article" (id) VALUES ('10');\nINSERT INTO "Tag" VALUES ('x');\nINSERT INTO "_ArticleToTag" ("A", "B") VALUES ('1', 'x')`,
    first: { headline: 'one', stars: 3 },
  },
];

test.for(kinds)('ten changes in a row on %s lose no row and match a fresh migration', async (kind, context) => {
  const project = await projectOn(context, { kind });
  for (const [index, { models, renames, row, first, loses }] of changes.entries()) {
    project.models(models);
    const request = renames === undefined ? {} : { renames };
    const warnings: string[] = [];
    const answering = (answer: boolean) => ({
      ...request,
      onQuestion: async (question: DevQuestion) => {
        if (question.kind === 'data-loss') warnings.push(...question.warnings);
        return answer && question.kind === 'data-loss';
      },
    });
    const code = loses === undefined ? undefined : (await failureOf(project.dev(answering(false)))).code;
    expect(project.migrations).toHaveLength(index);
    await project.dev(answering(true));
    expect({ code, warnings: warnings.length }).toEqual(
      loses === undefined ? { code: undefined, warnings: 0 } : { code: 'DATA_LOSS', warnings: 2 },
    );
    expect(warnings.join('\n')).toMatch(loses ?? /^$/);
    await project.sql(row);
    const table = index < 5 ? 'Post' : 'Article';
    expect(await project.sql(`SELECT * FROM "${table}" WHERE id = '1'`)).toEqual([expect.objectContaining(first)]);
    expect(await project.sql(`SELECT id FROM "${table}"`)).toHaveLength(index + 1);
  }
  expect(project.migrations).toHaveLength(changes.length);
  await expectSameAsFresh(project, context);
});
