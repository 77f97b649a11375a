import { describe, expect, test } from 'vitest';
import type { DatabaseKind, Entity, Field, Relation } from '../../../src/config/config.ts';
import type { PluginSchema } from '../../../src/data-layer/plugin-schema.ts';
import { renderPrismaSchema } from '../../../src/data-layer/prisma-schema.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { failureOf, projectOn } from '../../unit/database/project.ts';

/** Returns a name of the given length that differs from others only at its end. */
const long = (start: string, length: number, end = ''): string => start.padEnd(length - end.length, 'a') + end;

const field = (name: string, rest: Partial<Field> = {}): Field => ({
  ...{ name, type: 'String', required: false, unique: false },
  ...rest,
});
const relation = (name: string, rest: Pick<Relation, 'type' | 'target'>): Relation => ({
  ...{ name, required: false },
  ...rest,
});
const entity = (name: string, rest: Partial<Entity> = {}): Entity => ({ name, fields: [], relations: [], ...rest });
const tag = entity('Tag');

/** Entities whose longest name of one kind has the given length. */
const named: Readonly<Record<string, (length: number) => readonly Entity[]>> = {
  'an entity': (length) => [entity(long('Order', length))],
  'a field': (length) => [entity('Order', { fields: [field(long('total', length))] })],
  'the key of a relation': (length) => [
    tag,
    entity('Order', { relations: [relation(long('tag', length - 2), { type: 'many-to-one', target: 'Tag' })] }),
  ],
  'an enum': (length) => [
    entity('Order', { fields: [field(long('state', length - 5), { type: 'Enum', values: ['OPEN'] })] }),
  ],
  'a value of an enum': (length) => [
    entity('Order', { fields: [field('state', { type: 'Enum', values: ['OPEN', long('DONE', length)] })] }),
  ],
  // The table is _AbTo…, and the name of its primary key contains the table name.
  'one of two lists that differ there': (length) => [
    entity('Ab', {
      relations: ['x', 'y'].map((end) =>
        relation(`list${end}`, { type: 'many-to-many', target: long('B', length - 13, end) }),
      ),
    }),
    ...['x', 'y'].map((end) => entity(long('B', length - 13, end))),
  ],
};

function rendered(entities: readonly Entity[], database: DatabaseKind, plugins: readonly PluginSchema[] = []) {
  return renderPrismaSchema(resolveModel({ database, entities }), plugins);
}

function codesOf(work: () => unknown): readonly string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof GenlockError) return error.problems.map(({ code }) => code);
    throw error;
  }
}

describe.each(Object.entries(named))('%s with 64 characters', (_, entities) => {
  test.each(['relational', 'file'] as const)('is refused if PostgreSQL would shorten it: %s', (database) => {
    expect(new Set(codesOf(() => rendered(entities(64), database)))).toEqual(new Set(['DATA_NAME_LONG']));
    expect(codesOf(() => rendered(entities(63), database))).toEqual([]);
  });

  test('is accepted for MongoDB', () => expect(codesOf(() => rendered(entities(64), 'document'))).toEqual([]));

  test('is stored completely with 63 characters, so that a second migration changes nothing', async (context) => {
    const project = await projectOn(context, { kind: 'postgresql' });
    project.remove('prisma/schema');
    for (const [path, text] of rendered(entities(63), 'relational')) project.write(path, text);
    expect((await project.dev()).applied).toHaveLength(1);
    expect((await project.dev()).applied).toEqual([]);
  });
});

test('applies the same limits to models, columns and types of a plugin', () => {
  const schema = `
    model ${long('Note', 64)} {
      id String @id
    }
    model Kept {
      id  String @id @map("${long('id', 64)}")
      one String @map("short")
      @@map("${long('é', 32).replaceAll('a', 'é')}")
    }
    model ${long('Fine', 64)} {
      id String @id
      @@map("fine")
    }
    enum ${long('State', 64)} {
      OPEN
    }
  `;
  expect(codesOf(() => rendered([], 'relational', [{ plugin: 'notes', schema }]))).toEqual(
    Array(4).fill('DATA_NAME_LONG'),
  );
});

test('control: without the limit, the next migration would create the table again', async (context) => {
  const models = `model ${long('Order', 64)} {\n  id Int\n\n  @@id([id], map: "short")\n}\n`;
  const project = await projectOn(context, { kind: 'postgresql', models });
  await project.dev();
  expect(await failureOf(project.dev())).toMatchObject({
    code: 'DATA_MIGRATION_FAILED',
    message: expect.stringMatching(/already exists$/),
  });
});
