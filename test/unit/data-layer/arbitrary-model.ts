import * as fc from 'fast-check';
import { type Entity, type Field, type Relation, fieldTypes } from '../../../src/config/config.ts';
import { idFieldOf } from '../../../src/config/spelling.ts';

const entityNames = [
  'Base',
  'Post',
  'PostTo',
  'Tag',
  'Person',
  'OrderLine',
  'Model',
  'Enum',
  'Type',
  'Account',
  'Sheep',
  'A',
  'AB',
];
const memberNames = [
  'model',
  'type',
  'enum',
  'name',
  'tag',
  'tags',
  'post',
  'posts',
  'people',
  'parent',
  'bC',
  'c',
  'x1',
  'sheep',
  'orderLines',
];

const instants = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') })
  .map((date) => date.toISOString());
const decimals = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('.5', '5.', '+1.50', '-1.2e-3', '12345678901234567890.123'),
);

const defaults: Readonly<Record<Field['type'], fc.Arbitrary<string | number | boolean>>> = {
  String: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('a;b', '"', "it's", '}', '// no', '\\', '{{x}}', 'a\nb'),
  ),
  Text: fc.string({ unit: 'grapheme' }),
  Int: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  Float: fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((value) => value / 1000),
  Decimal: decimals,
  Boolean: fc.boolean(),
  BigInt: fc.integer(),
  Json: fc.string(),
  Enum: fc.constant('DRAFT'),
  DateTime: fc.oneof(fc.constant('now'), fc.constant('2024-02-29'), fc.constant('2024-02-29T10:00'), instants),
};

const field: fc.Arbitrary<Field> = fc.constantFrom(...fieldTypes.slice(0, 3)).chain((type) =>
  fc.record(
    {
      name: fc.constantFrom(...memberNames),
      type: fc.constant(type),
      required: fc.boolean(),
      unique: fc.boolean(),
      default: defaults[type],
    },
    { requiredKeys: ['name', 'type', 'required', 'unique'] },
  ),
);

function entity(name: string, targets: readonly string[]): fc.Arbitrary<Entity> {
  const relation: fc.Arbitrary<Relation> = fc.record({
    name: fc.constantFrom(...memberNames),
    type: fc.constantFrom('many-to-one', 'many-to-many'),
    target: fc.constantFrom(...targets),
    required: fc.boolean(),
  });
  return fc
    .record({ fields: fc.array(field, { maxLength: 6 }), relations: fc.array(relation, { maxLength: 5 }) })
    .map(({ fields, relations }) => {
      const taken = new Set(['id', 'createdat', 'updatedat']);
      const free = (...names: string[]) => {
        const lower = names.map((name) => name.toLowerCase());
        if (lower.some((name) => taken.has(name))) return false;
        for (const name of lower) taken.add(name);
        return true;
      };
      return {
        name,
        fields: fields.filter((one) => free(one.name)),
        relations: relations.filter((one) => free(one.name, idFieldOf(one))),
      };
    });
}

/** Entities a checked configuration can hold: any graph of relations, self relations and repeated pairs included. */
export const arbitraryEntities: fc.Arbitrary<readonly Entity[]> = fc
  .uniqueArray(fc.constantFrom(...entityNames), { minLength: 0, maxLength: 5 })
  .chain((names) => fc.tuple(...names.map((name) => entity(name, names))));
