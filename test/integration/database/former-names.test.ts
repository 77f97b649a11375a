import { describe, expect, test } from 'vitest';
import { failureOf, kinds } from '../../unit/database/project.ts';
import { configured, insert } from './configured.ts';
import { expectSameAsFresh } from './same-as-fresh.ts';

const status = (values: readonly unknown[], rest: object = {}) => ({ name: 'status', type: 'Enum', values, ...rest });
const text = (name: string, was?: string) => ({ name, type: 'String', was });

describe.each(kinds)('former names on %s', (kind) => {
  test('keep an enum column if the entity was renamed in an earlier migration', async (context) => {
    const it = await configured(context, kind);
    const field = status(['OPEN', 'DONE'], { default: 'OPEN' });
    await it.dev([{ name: 'Ticket', fields: [field] }]);
    await it.project.sql(insert('Ticket', { status: 'DONE' }));
    await it.dev([{ name: 'Issue', was: 'Ticket', fields: [field] }]);
    const last = [{ name: 'Issue', was: 'Ticket', fields: [{ ...field, name: 'state', was: 'status' }] }];
    expect(await it.dev(last)).toMatchObject({ warnings: [] });
    expect(await it.rows('Issue', 'id, state')).toEqual([{ id: '1', state: 'DONE' }]);
    await expectSameAsFresh(it.project, context);
  });

  test('keep the values of the second field that one migration added', async (context) => {
    const it = await configured(context, kind);
    await it.dev([{ name: 'Ticket', fields: [] }]);
    await it.dev([{ name: 'Ticket', fields: [text('one'), text('two')] }]);
    await it.project.sql(insert('Ticket', { two: 'kept' }));
    expect(await it.dev([{ name: 'Ticket', fields: [text('one'), text('three', 'two')] }])).toMatchObject({
      warnings: [],
    });
    expect(await it.rows('Ticket', 'id, three')).toEqual([{ id: '1', three: 'kept' }]);
    await expectSameAsFresh(it.project, context);
  });

  test('keep the direction of a relation to the same entity', async (context) => {
    const it = await configured(context, kind);
    const likes = { name: 'likes', type: 'many-to-many', target: 'Aa' };
    await it.dev([{ name: 'Aa', relations: [likes] }]);
    // `aas` sorts before `likes`, so the row that likes has column B.
    await it.project.sql([insert('Aa', {}), insert('Aa', { id: '2' })].join(';\n'));
    await it.project.sql(`INSERT INTO "_AaLikes" ("A", "B") VALUES ('2', '1')`);
    await it.dev([{ name: 'Zz', was: 'Aa', relations: [{ ...likes, target: 'Zz' }] }]);
    expect(await it.rows('_ZzLikes', '"A", "B"')).toEqual([{ A: '1', B: '2' }]);
    const last = { ...likes, name: 'zzzs', was: 'likes', target: 'Zz' };
    expect(await it.dev([{ name: 'Zz', was: 'Aa', relations: [last] }])).toMatchObject({ warnings: [] });
    // Both fields would be called `zzs`, so the other side gets a longer name that sorts first.
    expect(await it.rows('_ZzZzzs', '"A", "B"')).toEqual([{ A: '2', B: '1' }]);
    await expectSameAsFresh(it.project, context);
  });

  test('rename an enum value, its rows and its default', async (context) => {
    const it = await configured(context, kind);
    await it.dev([{ name: 'Ticket', fields: [status(['OPEN', 'DONE'], { default: 'DONE' })] }]);
    await it.project.sql(insert('Ticket', { status: 'DONE' }));
    const values = ['OPEN', { name: 'FINISHED', was: 'DONE' }];
    const entities = [{ name: 'Ticket', fields: [status(values, { default: 'FINISHED' })] }];
    expect(await it.dev(entities)).toMatchObject({ warnings: [] });
    await it.project.sql(insert('Ticket', { id: '2' }));
    expect(await it.rows('Ticket', 'id, status')).toEqual([
      { id: '1', status: 'FINISHED' },
      { id: '2', status: 'FINISHED' },
    ]);
    expect((await it.dev(entities)).created).toBeUndefined();
    await expectSameAsFresh(it.project, context);
  });

  test('are required to remove an enum value that rows have', async (context) => {
    const it = await configured(context, kind);
    await it.dev([{ name: 'Ticket', fields: [status(['OPEN', 'DONE', 'LATE'])] }]);
    await it.project.sql(insert('Ticket', { status: 'DONE' }));
    const without = [{ name: 'Ticket', fields: [status(['OPEN', 'LATE'])] }];
    for (const acceptDataLoss of [false, true]) {
      const failure = await failureOf(it.dev(without, { acceptDataLoss }));
      expect(failure.problems).toMatchObject([
        {
          code: 'DATA_LOSS',
          message: expect.stringContaining('`DONE`'),
          hint: expect.stringContaining('"was": "OLD"'),
        },
      ]);
    }
    expect((await failureOf(it.project.push({ acceptDataLoss: true }))).code).toBe('DATA_LOSS');
    expect(it.project.migrations).toHaveLength(1);
    expect(await it.rows('Ticket', 'status')).toEqual([{ status: 'DONE' }]);
    expect(await it.dev([{ name: 'Ticket', fields: [status(['OPEN', 'DONE'])] }])).toMatchObject({ warnings: [] });
    await it.project.sql(insert('Ticket', { id: '2', status: 'OPEN' }));
    const merged = [{ name: 'Ticket', fields: [status([{ name: 'OPEN', was: 'DONE' }])] }];
    const { message } = await failureOf(it.dev(merged));
    expect(message).toBe(
      'Rows of the `Ticket` table with `DONE` in `status` get `OPEN`, which other rows already have.',
    );
    await it.dev(merged, { acceptDataLoss: true });
    expect(await it.rows('Ticket', 'id, status')).toEqual([
      { id: '1', status: 'OPEN' },
      { id: '2', status: 'OPEN' },
    ]);
    expect((await it.dev(merged)).created).toBeUndefined();
  });

  test('are questioned if the database has neither name', async (context) => {
    const it = await configured(context, kind);
    const fields = [{ name: 'title', type: 'String' }];
    await it.dev([{ name: 'Aa', fields }]);
    await it.project.sql(insert('Aa', { title: 'one' }));
    await it.dev([{ name: 'Bb', was: 'Aa', fields }]);
    const { problems } = await failureOf(it.dev([{ name: 'Cc', was: 'Aa', fields }]));
    expect(problems).toMatchObject([{ code: 'DATA_LOSS', hint: expect.stringContaining('Did `Bb` become `Cc`?') }]);
    const headline = { name: 'headline', type: 'String', was: 'subject' };
    const column = await failureOf(it.dev([{ name: 'Bb', fields: [headline] }]));
    expect(column.problems[0]?.hint).toContain('Did `title` of `Bb` become `headline`?');
    await it.dev([{ name: 'Cc', was: 'Bb', fields }]);
    expect(await it.rows('Cc', 'title')).toEqual([{ title: 'one' }]);
  });
});
