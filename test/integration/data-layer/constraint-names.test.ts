import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entity, Field, Relation } from '../../../src/config/config.ts';
import { constraintName } from '../../../src/data-layer/constraint-names.ts';
import { renderPrismaSchema } from '../../../src/data-layer/prisma-schema.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { validatePrismaSchema } from '../../../src/data-layer/validate.ts';
import { uniqueGroups } from '../../../src/render/server/server-library.ts';
import { kinds, projectOn } from '../../unit/database/project.ts';
import { entityGraphsOn } from '../../unit/render/entity-graphs.ts';
import { formatted } from '../../unit/data-layer/formatted.ts';

const name = fc.string({ unit: fc.constantFrom('a', 'B', '1'), minLength: 1, maxLength: 64 });
const parts = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => [...names, 'key']);
const limits = { relational: 63, document: 127 };

describe.each(['relational', 'document'] as const)('the name of an index on %s', (kind) => {
  test('is the name from Prisma, shortened to the maximum length', () => {
    fc.assert(
      fc.property(parts, (given) => {
        const whole = given.join('_');
        const short = constraintName(given, kind);
        expect(short === whole).toBe(whole.length <= limits[kind]);
        expect(short).toHaveLength(Math.min(whole.length, limits[kind]));
        expect(short.endsWith('_key')).toBe(true);
      }),
    );
  });

  test('stays unique if names differ only in the shortened part', () => {
    const long = 'A'.repeat(limits[kind]);
    expect(constraintName([long, 'b', 'key'], kind)).not.toBe(constraintName([long, 'c', 'key'], kind));
  });

  test('is unique in a schema of long names, and the formatter does not change it', async () => {
    await fc.assert(
      fc.asyncProperty(entityGraphsOn({ kind }), async (entities) => {
        const files = renderPrismaSchema(resolveModel({ database: kind, entities }));
        await validatePrismaSchema(files);
        expect(formatted(files)).toEqual(files);
        const names = Array.from([...files.values()].join('').matchAll(/map: "([^"]+)"/gu), ([, one]) => one);
        expect(new Set(names).size).toBe(names.length);
      }),
      { numRuns: 200 },
    );
  });
});

test.for(kinds)(
  'on %s the database has the long names, and a second migration changes nothing',
  async (kind, context) => {
    const model = resolveModel({ database: kind === 'sqlite' ? 'file' : 'relational', entities: longEntities });
    const project = await projectOn(context, { kind });
    project.remove('prisma/schema');
    for (const [path, text] of renderPrismaSchema(model)) project.write(path, text);
    expect((await project.dev()).applied).toHaveLength(1);
    expect((await project.dev()).applied).toEqual([]);
    const catalogue =
      kind === 'sqlite'
        ? "SELECT name FROM sqlite_master WHERE type = 'index'"
        : 'SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema()';
    const names = (await project.sql(catalogue)).map((row) => row['name']);
    const expected = model.entities.flatMap((entity) =>
      uniqueGroups(entity).map((fields) => constraintName([entity.names.pascal, ...fields, 'key'], model.database)),
    );
    expect(expected).toHaveLength(6);
    expect(names).toEqual(expect.arrayContaining(expected));
  },
);

const field = (fieldName: string, rest: Partial<Field> = {}): Field => ({
  ...{ name: fieldName, type: 'Int', required: true, unique: false },
  ...rest,
});
const owner = (name: string, type: 'many-to-one' | 'one-to-one'): Relation => ({
  ...{ name, type, target: longName('A'), required: true },
});

/** Returns the longest possible table name, with the given end. */
function longName(end: string): string {
  return `${'Long'.repeat(16).slice(0, 62)}${end}`;
}

const longEntities: readonly Entity[] = ['A', 'B'].map((end) => ({
  name: longName(end),
  fields: [field('one', { unique: true }), field('other', { index: true })],
  relations: [owner('parent', 'one-to-one'), owner('second', 'many-to-one'), owner('third', 'many-to-one')],
  unique: [['one', 'other']],
}));
