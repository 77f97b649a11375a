import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entity } from '../../../src/config/config.ts';
import { renderPrismaSchema } from '../../../src/data-layer/prisma-schema.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { validatePrismaSchema } from '../../../src/data-layer/validate.ts';
import { GenlockError } from '../../../src/errors/error.ts';

const post: Entity = {
  name: 'Post',
  fields: [],
  relations: [{ name: 'author', type: 'many-to-one', target: 'User', required: false }],
};

const fieldTexts = [
  'bio String?',
  'bio String? @unique',
  'born DateTime?',
  'rank Int @default(1)',
  'rank Int @default(2)',
];
const blockTexts = ['@@index([id])', '@@map("users")', '@@map("people")'];
const firstWord = (text: string) => text.split(' ')[0];
const blocks = fc.oneof(
  fc
    .record({
      fields: fc.uniqueArray(fc.constantFrom(...fieldTexts), { selector: firstWord }),
      attributes: fc.uniqueArray(fc.constantFrom(...blockTexts), { selector: (text) => text.split('(')[0] }),
    })
    .map(({ fields, attributes }) => `model User {\n${['id String @id', ...fields, ...attributes].join('\n')}\n}\n`),
  fc.subarray(['A', 'B', 'C'], { minLength: 1 }).map((values) => `enum Role {\n${values.join('\n')}\n}\n`),
  fc
    .constantFrom('Note', 'Badge')
    .map(
      (name) =>
        `model ${name} {\nid String @id\nuserId String\nuser User @relation(fields: [userId], references: [id])\n}\n`,
    ),
);

const result = (list: readonly { plugin: string; schema: string[] }[]) => {
  const schemas = list.map((one) => ({ plugin: one.plugin, schema: one.schema.join('\n') }));
  const model = resolveModel({ database: 'file', entities: [post] });
  try {
    return [
      ...renderPrismaSchema(model, [...schemas, { plugin: 'auth', schema: 'model User {\n  id String @id\n}\n' }]),
    ];
  } catch (error) {
    if (error instanceof GenlockError) return error.problems;
    throw error;
  }
};

test('the plugin order changes neither the schema nor the problems', async () => {
  let sound = 0;
  let refused = 0;
  const plugin = fc.record({
    plugin: fc.constantFrom('a', 'b', '@c/d', 'e'),
    schema: fc.array(blocks, { maxLength: 2 }),
  });
  const plugins = fc
    .uniqueArray(plugin, { selector: (one) => one.plugin, minLength: 2 })
    .chain((given) =>
      fc.record({ given: fc.constant(given), shuffled: fc.shuffledSubarray(given, { minLength: given.length }) }),
    );
  await fc.assert(
    fc.asyncProperty(plugins, async ({ given, shuffled }) => {
      const one = result(given);
      expect(result(shuffled)).toEqual(one);
      const isSchema = one.every((file): file is [string, string] => Array.isArray(file));
      if (isSchema) await validatePrismaSchema(new Map(one));
      if (isSchema) sound += 1;
      else refused += 1;
    }),
    { numRuns: 300 },
  );
  expect(sound).toBeGreaterThan(30);
  expect(refused).toBeGreaterThan(30);
});
