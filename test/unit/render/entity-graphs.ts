import * as fc from 'fast-check';
import { fieldTypes, relationTypes, type Entity, type Field, type Relation } from '../../../src/config/config.ts';
import { isReservedEntityName, reservedFieldReason } from '../../../src/config/reserved.ts';
import { idFieldOf } from '../../../src/config/spelling.ts';
import { namesOf } from '../../../src/data-layer/names.ts';

/** Words the seed knows something about, and single letters to reach every length. */
const word = fc.constantFrom(
  'email',
  'name',
  'price',
  'type',
  'key',
  'date',
  'order',
  'node',
  'year',
  'status',
  'b',
  'q',
);

/** camelCase, 1 to 64 characters. */
const camel = fc
  .tuple(fc.integer({ min: 1, max: 64 }), fc.array(word, { minLength: 1, maxLength: 40 }))
  .map(([length, [first = '', ...rest]]) => [first, ...rest.map(capital)].join('').slice(0, length));

const fieldName = camel.filter((name) => reservedFieldReason(name) === undefined);
const entityName = camel.map(capital).filter((name) => !isReservedEntityName(name));

const field: fc.Arbitrary<Field> = fc
  .record({
    name: fieldName,
    type: fc.constantFrom(...fieldTypes),
    required: fc.boolean(),
    unique: fc.boolean(),
    defaulted: fc.boolean(),
  })
  .map(({ defaulted, ...plain }) => (defaulted ? { ...plain, default: defaults[plain.type] } : plain));

const defaults = {
  String: 'it\'s "so"',
  Text: '',
  Int: -1,
  Float: 0.5,
  Decimal: '10.00',
  Boolean: false,
  DateTime: 'now',
  BigInt: '1',
  Json: '{}',
  Enum: 'A',
} as const;

const relation = fc.record({
  name: fieldName,
  type: fc.constantFrom(...relationTypes),
  target: fc.nat(),
  required: fc.boolean(),
});

const entity = fc.record({
  name: entityName,
  fields: fc.array(field, { maxLength: 8 }),
  relations: fc.array(relation, { maxLength: 4 }),
});

/** Up to six entities that a configuration could hold: fields of every type, relations to any of them, itself too. */
export const entityGraphs: fc.Arbitrary<readonly Entity[]> = fc
  .uniqueArray(entity, { maxLength: 6, selector: ({ name }) => namesOf({ name }).route })
  .map((entities) =>
    entities.map(({ name, fields, relations }): Entity => {
      const taken = new Set<string>();
      return {
        name,
        fields: fields.filter((one) => free([one.name], taken)),
        relations: relations
          .map((one): Relation => ({ ...one, target: entities[one.target % entities.length]?.name ?? name }))
          .filter((one) => free([one.name, idFieldOf(one)], taken)),
      };
    }),
  );

function free(names: readonly string[], taken: Set<string>): boolean {
  const fresh = names.every((name) => !taken.has(name.toLowerCase()));
  if (fresh) for (const name of names) taken.add(name.toLowerCase());
  return fresh;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
