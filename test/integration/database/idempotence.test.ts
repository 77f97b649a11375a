import { expect, test } from 'vitest';
import { type Field, type FieldDefault, fieldTypes } from '../../../src/config/config.ts';
import { renderPrismaSchema } from '../../../src/data-layer/prisma-schema.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { kinds, Project, projectOn } from '../../unit/database/project.ts';

/** Defaults by type, in every spelling that results in different SQL. */
const defaults: Readonly<Record<Field['type'], readonly FieldDefault[]>> = {
  String: [
    '',
    'plain',
    "it's; -- fine",
    '"quoted" \\ back',
    'new\nline',
    'tab\tand é 😀',
    '{"a":1}',
    'CURRENT_TIMESTAMP',
    '1',
    'null',
  ],
  BigInt: [0, -1, '9223372036854775807', '-9223372036854775808'],
  Json: [{}, { a: [1, "it's"] }, [], 'text'],
  Enum: ['draft', 'out'],
  Text: ['long '.repeat(500)],
  Int: [0, -1, 2147483647, -2147483648],
  Float: [0, 0.1, -1.5, 1e21, 1e-7, 3],
  Decimal: ['0', '1.50', -2.25, '12345678901234567890.123', '0.000001'],
  Boolean: [true, false],
  Date: ['2024-02-29', '0001-01-01'],
  DateTime: ['now', '2024-02-29', '2024-02-29T23:59:59.999Z', '2024-02-29T10:00:00+05:30', '1969-12-31T00:00:00Z'],
};

/** The field types that SQLite stores unchanged. */
const kept: readonly Field['type'][] = ['String', 'Text', 'Date', 'Enum'];

const databases = { sqlite: 'file', postgresql: 'relational' } as const;

/** An optional and a required field for each default. */
function fieldsOf(type: Field['type'], value: FieldDefault): readonly Field[] {
  const values = type === 'Enum' ? { values: ['draft', 'out'] } : {};
  return [false, true].map((required) => ({
    name: required ? 'must' : 'may',
    type,
    required,
    unique: false,
    default: value,
    ...values,
  }));
}

test.for(kinds.flatMap((kind) => fieldTypes.map((type) => [kind, type] as const)))(
  'on %s the defaults of %s need no second push or migration',
  async ([kind, type], context) => {
    const entities = defaults[type].map((value, index) => ({
      name: `Thing${index}`,
      fields: fieldsOf(type, value),
      relations: [],
    }));
    const files = renderPrismaSchema(resolveModel({ database: databases[kind], entities }));
    for (const way of ['push', 'dev'] as const) {
      const project = await projectOn(context, { kind });
      project.remove('prisma/schema');
      for (const [path, text] of files) project.write(path, text);
      const steps = async () =>
        way === 'push' ? (await project.push()).executedSteps : (await project.dev()).applied.length;
      expect(await steps()).toBeGreaterThan(0);
      expect(await steps()).toBe(0);
    }
  },
);

// Json defaults are set when a record is created, and the SQLite driver does not read numbers beyond 2 ** 53 by default.
const cases = fieldTypes
  .filter((type) => type !== 'Json')
  .flatMap((type) => defaults[type].map((value) => [type, value] as const))
  .filter(([type, value]) => type !== 'BigInt' || typeof value === 'number');

test.each(cases)('%s default %j: needs no second migration, and a row can be created', async (type, value) => {
  const project = new Project();
  const fields = fieldsOf(type, value);
  const model = resolveModel({ database: 'file', entities: [{ name: 'Thing', fields, relations: [] }] });
  project.remove('prisma/schema');
  for (const [path, text] of renderPrismaSchema(model)) project.write(path, text);
  expect((await project.dev()).applied).toHaveLength(1);
  const again = await project.dev();
  expect(again.created).toBeUndefined();
  const [row] = await project.sql("INSERT INTO Thing (id, updatedAt) VALUES ('1', 0);\nSELECT must, may FROM Thing");
  expect(row?.['must']).toEqual(row?.['may']);
  expect(kept.includes(type) ? row?.['must'] : value).toBe(value);
});

test('an entity graph with every kind of relation needs no second migration', async () => {
  const relation = { required: false } as const;
  const project = new Project();
  const model = resolveModel({
    database: 'file',
    entities: [
      {
        name: 'Post',
        fields: [],
        relations: [
          { ...relation, name: 'author', type: 'many-to-one', target: 'Person' },
          { name: 'editor', type: 'many-to-one', target: 'Person', required: true },
          { ...relation, name: 'tags', type: 'many-to-many', target: 'Tag' },
          { ...relation, name: 'related', type: 'many-to-many', target: 'Post' },
        ],
      },
      { name: 'Person', fields: [], relations: [{ ...relation, name: 'boss', type: 'many-to-one', target: 'Person' }] },
      { name: 'Tag', fields: [], relations: [] },
      { name: 'Order', fields: [], relations: [{ ...relation, name: 'group', type: 'many-to-one', target: 'Tag' }] },
    ],
  });
  for (const [path, text] of renderPrismaSchema(model)) project.write(path, text);
  project.remove('prisma/schema/models.prisma');
  expect((await project.dev()).applied).toHaveLength(1);
  expect((await project.dev()).created).toBeUndefined();
  await project.reset();
  expect((await project.status()).upToDate).toBe(true);
});
