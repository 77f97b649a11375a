import { describe, expect, test, type TestContext } from 'vitest';
import { failureOf, kinds } from '../../unit/database/project.ts';
import { type Configured, configured, insert } from './configured.ts';
import { expectSameAsFresh } from './same-as-fresh.ts';

const link = (name: string, was?: string) => ({ name, type: 'many-to-many', target: 'Tag', was });
const posts = (...relations: readonly object[]) => [{ name: 'Post', relations }, { name: 'Tag' }];
const [tags, likes, marks] = [link('tags'), link('likes'), link('marks')];

/** Creates the relations. Each has one row, whose post is called like the relation. */
async function withRows(context: TestContext, kind: (typeof kinds)[number], tables: Readonly<Record<string, object>>) {
  const it = await configured(context, kind);
  await it.dev(posts(...Object.values(tables)));
  await addRows(it, Object.keys(tables));
  return it;
}

async function addRows(it: Configured, tables: readonly string[]) {
  const rows = tables.flatMap((table) => [
    insert('Post', { id: table }),
    `INSERT INTO "${table}" ("A", "B") VALUES ('${table}', '1')`,
  ]);
  await it.project.sql([insert('Tag', {}), ...rows].join(';\n'));
}

/** Checks the row in each table by the table in which it was added. */
async function expectRows(it: Configured, tables: Readonly<Record<string, string>>, side = 'A') {
  for (const [table, from] of Object.entries(tables)) {
    expect([table, await it.rows(table, `"${side}" AS post`)]).toEqual([table, [{ post: from }]]);
  }
}

describe.each(kinds)('the tables of relations between the same two entities on %s', (kind) => {
  test('lose only the rows of the first relation if it is removed', async (context) => {
    const it = await withRows(context, kind, { _PostToTag: tags, _PostLikes: likes });
    const { problems } = await failureOf(it.dev(posts(likes)));
    expect(problems).toEqual([
      {
        code: 'DATA_LOSS',
        message: 'The `_PostToTag` table is dropped with the rows of a removed relation. `Post.likes` keeps its rows.',
      },
    ]);
    await expectRows(it, { _PostToTag: '_PostToTag', _PostLikes: '_PostLikes' });
    await it.dev(posts(likes), { acceptDataLoss: true });
    await expectRows(it, { _PostToTag: '_PostLikes' });
    expect((await it.dev(posts(likes))).created).toBeUndefined();
    await expectSameAsFresh(it.project, context);
  });

  test('keep the rows of two relations if the first of three is removed', async (context) => {
    const it = await withRows(context, kind, { _PostToTag: tags, _PostLikes: likes, _PostMarks: marks });
    const { warnings } = await it.dev(posts(likes, marks), { acceptDataLoss: true });
    expect(warnings).toEqual([expect.stringContaining('`_PostToTag`')]);
    await expectRows(it, { _PostToTag: '_PostLikes', _PostMarks: '_PostMarks' });
    expect((await it.dev(posts(likes, marks))).created).toBeUndefined();
    await expectSameAsFresh(it.project, context);
  });

  test('keep all rows if the relations change their order', async (context) => {
    const it = await withRows(context, kind, { _PostToTag: tags, _PostLikes: likes });
    expect(await it.dev(posts(likes, tags))).toMatchObject({ warnings: [] });
    await expectRows(it, { _PostToTag: '_PostLikes', _PostTags: '_PostToTag' });
    expect((await it.dev(posts(likes, tags))).created).toBeUndefined();
    await expectSameAsFresh(it.project, context);
    expect(await it.dev(posts(tags, likes))).toMatchObject({ warnings: [] });
    await expectRows(it, { _PostToTag: '_PostToTag', _PostLikes: '_PostLikes' });
    await expectSameAsFresh(it.project, context);
  });

  test('keep the rows of a relation that gets a new name when the first is removed', async (context) => {
    const it = await withRows(context, kind, { _PostToTag: tags, _PostLikes: likes });
    const renamed = posts(link('stars', 'likes'));
    expect((await it.dev(renamed, { acceptDataLoss: true })).warnings).toHaveLength(1);
    await expectRows(it, { _PostToTag: '_PostLikes' });
    expect((await it.dev(renamed)).created).toBeUndefined();
    await expectSameAsFresh(it.project, context);
  });

  test('keep all rows if the relations change their order and names', async (context) => {
    const it = await withRows(context, kind, { _PostToTag: tags, _PostLikes: likes, _PostMarks: marks });
    const renamed = posts(link('stars', 'likes'), link('words', 'tags'), link('signs', 'marks'));
    expect(await it.dev(renamed)).toMatchObject({ warnings: [] });
    await expectRows(it, { _PostToTag: '_PostLikes', _PostWords: '_PostToTag', _PostSigns: '_PostMarks' });
    expect((await it.dev(renamed)).created).toBeUndefined();
    await expectSameAsFresh(it.project, context);
  });

  test.for(['Article', 'Zebra'])('keep all rows if the entity also becomes %s', async (name, context) => {
    const it = await withRows(context, kind, { _PostToTag: tags, _PostLikes: likes });
    const entity = { name, was: 'Post' };
    const reordered = [{ ...entity, relations: [likes, tags] }, { name: 'Tag' }];
    expect(await it.dev(reordered)).toMatchObject({ warnings: [] });
    const [shared, side] = name < 'Tag' ? [`_${name}ToTag`, 'A'] : [`_TagTo${name}`, 'B'];
    await expectRows(it, { [shared]: '_PostLikes', [`_${name}Tags`]: '_PostToTag' }, side);
    expect((await it.dev(reordered)).created).toBeUndefined();
    await expectSameAsFresh(it.project, context);
  });

  test('keep the rows of the other relation if the first is removed and the entity is renamed', async (context) => {
    const it = await withRows(context, kind, { _PostToTag: tags, _PostLikes: likes });
    const left = [{ name: 'Zebra', was: 'Post', relations: [likes] }, { name: 'Tag' }];
    const { warnings } = await it.dev(left, { acceptDataLoss: true });
    expect(warnings).toEqual([expect.stringContaining('`_PostToTag`')]);
    await expectRows(it, { _TagToZebra: '_PostLikes' }, 'B');
    await expectSameAsFresh(it.project, context);
  });

  test.for([
    ['tags', tags, '_PostToTag', ['_PostLikes', '_TagPosts']],
    ['likes', likes, '_PostLikes', ['_TagPosts', '_PostToTag']],
  ] as const)(
    'keep the rows of a side that both entities then declare: %s',
    async ([, kept, from, dropped], context) => {
      const it = await configured(context, kind);
      const back = { name: 'posts', type: 'many-to-many', target: 'Post' };
      const entities = (...relations: readonly object[]) => [
        { name: 'Post', relations },
        { name: 'Tag', relations: [back] },
      ];
      await it.dev(entities(tags));
      expect(await it.dev(entities(tags, likes))).toMatchObject({ warnings: [] });
      await addRows(it, ['_PostToTag', '_PostLikes', '_TagPosts']);
      const { warnings } = await it.dev(entities(kept), { acceptDataLoss: true });
      expect(warnings).toEqual(dropped.map((table) => expect.stringContaining(`\`${table}\``)));
      await expectRows(it, { _PostToTag: from });
      await expectSameAsFresh(it.project, context);
    },
  );

  test('are not changed if a view needs the table of the removed relation', async (context) => {
    const it = await withRows(context, kind, { _PostToTag: tags, _PostLikes: likes });
    await it.project.sql('CREATE VIEW "Tagged" AS SELECT "A" FROM "_PostToTag"');
    const { code, message } = await failureOf(it.dev(posts(likes), { acceptDataLoss: true }));
    const [reason, about] =
      kind === 'sqlite'
        ? ['DATA_ENGINE', 'error in view Tagged']
        : ['DATA_UNEXECUTABLE', 'cannot drop table "_PostToTag"'];
    expect([code, message]).toEqual([reason, expect.stringContaining(about)]);
    expect(it.project.migrations).toHaveLength(1);
    await expectRows(it, { _PostToTag: '_PostToTag', _PostLikes: '_PostLikes', Tagged: '_PostToTag' });
  });

  test('are not changed if the rows can belong to two relations', async (context) => {
    const it = await withRows(context, kind, { _PostToTag: tags, _PostLikes: likes });
    const { code, message } = await failureOf(it.dev(posts(likes, marks, tags), { acceptDataLoss: true }));
    expect([code, message]).toEqual(['DATA_RELATION_AMBIGUOUS', expect.stringContaining('Post.marks or Post.tags')]);
    expect(it.project.migrations).toHaveLength(1);
    await expectRows(it, { _PostToTag: '_PostToTag', _PostLikes: '_PostLikes' });
  });

  test.for([
    ['removed', posts(likes)],
    ['moved', posts(likes, tags)],
  ] as const)('are not changed by a push if the first relation was %s', async ([, entities], context) => {
    const it = await configured(context, kind);
    await it.push(posts(tags, likes));
    await addRows(it, ['_PostToTag', '_PostLikes']);
    const { problems } = await failureOf(it.push(entities, { acceptDataLoss: true }));
    expect(problems).toEqual([
      {
        code: 'DATA_RELATION_AMBIGUOUS',
        message: expect.stringContaining('`Post.likes` would get the rows of another relation'),
        hint: expect.stringContaining('genlock db migrate dev'),
      },
    ]);
    await expectRows(it, { _PostToTag: '_PostToTag', _PostLikes: '_PostLikes' });
    expect(await it.push(posts(tags, likes))).toMatchObject({ executedSteps: 0 });
  });

  test('can be renamed with the SQL in the hint of a push', async (context) => {
    const it = await configured(context, kind);
    await it.push(posts(tags, likes));
    await addRows(it, ['_PostToTag', '_PostLikes']);
    const { problems } = await failureOf(it.push(posts(likes)));
    const [, sql = ''] = /run `(DROP TABLE .*?)` on/.exec(problems[0]?.hint ?? '') ?? [];
    await it.project.sql(sql.replace('; ', ';\n'));
    await it.push(posts(likes), { acceptDataLoss: true });
    await expectRows(it, { _PostToTag: '_PostLikes' });
    expect(await it.push(posts(likes))).toMatchObject({ executedSteps: 0 });
  });

  test('need consent for a push that drops a table of its own', async (context) => {
    const it = await configured(context, kind);
    await it.push(posts(tags, likes));
    await addRows(it, ['_PostLikes']);
    await it.project.sql('DROP TABLE "_PostToTag"');
    const { problems } = await failureOf(it.push(posts(likes)));
    expect(problems).toMatchObject([{ code: 'DATA_LOSS', hint: expect.stringContaining('genlock db migrate dev') }]);
    await expectRows(it, { _PostLikes: '_PostLikes' });
  });
});
