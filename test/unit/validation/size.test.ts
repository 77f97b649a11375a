import { expect, test } from 'vitest';
import type { Operation } from '../../../sandbox/index.ts';
import { codesOf, entity, files, validated } from './trial.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const entities = many(100).map((index) => entity(`Thing${index}`));

/** Results close to the maximum size, for which quadratic processing takes minutes. */
const large: readonly (readonly [name: string, operations: readonly Operation[]])[] = [
  ['files', [files(...many(5_000).map((index) => `server/deep/file-${index}.ts`))]],
  [
    'routes',
    [
      files('server/x.ts'),
      {
        kind: 'registerAPIRoutes',
        routes: many(20_000).map((index) => ({ path: `/own/${index}`, handler: 'server/x', methods: ['GET'] })),
      },
    ],
  ],
  [
    'menu entries',
    [
      {
        kind: 'registerAdminMenu',
        id: 'a',
        label: 'A',
        children: many(30_000).map((index) => ({ id: `a${index}`, label: 'A', href: '/a' })),
      },
    ],
  ],
  [
    'models',
    [
      {
        kind: 'registerPrismaSchema',
        schema: many(1_600)
          .map((index) => `model M${index} {\n  id String @id @default(cuid())\n}\n`)
          .join(''),
      },
    ],
  ],
];

test.each(large)('the maximum number of %s is validated in little time', (_, operations) => {
  const start = process.cpuUsage();
  expect(codesOf(operations, { entities })).toEqual([]);
  const { user, system } = process.cpuUsage(start);
  // CPU time, so that other programs do not affect the result.
  expect((user + system) / 1_000_000).toBeLessThan(20);
});

test('limits the number of reported problems', () => {
  const schema = many(2_400)
    .map((index) => `view V${index} {\n}\n`)
    .join('');
  expect(validated([{ kind: 'registerPrismaSchema', schema }]).problems).toHaveLength(1000);
});
