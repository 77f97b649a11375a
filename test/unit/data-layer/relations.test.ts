import { describe, expect, test } from 'vitest';
import type { Entity, Relation } from '../../../src/config/config.ts';
import { renderPrismaSchema } from '../../../src/data-layer/prisma-schema.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { validatePrismaSchema } from '../../../src/data-layer/validate.ts';

type Declared = Pick<Relation, 'name' | 'target'>;
const toOne = (declared: Declared, required = false): Relation => ({ ...declared, type: 'many-to-one', required });
const toMany = (declared: Declared): Relation => ({ ...declared, type: 'many-to-many', required: false });
const entity = (name: string, ...relations: Relation[]): Entity => ({ name, fields: [], relations });

function schemaOf(...entities: Entity[]): ReadonlyMap<string, string> {
  return renderPrismaSchema(resolveModel({ database: 'file', entities }));
}

test('an entity with everything', () => {
  const files = renderPrismaSchema(
    resolveModel({
      database: 'file',
      entities: [
        {
          name: 'Post',
          fields: [
            { name: 'title', type: 'String', required: true, unique: true, default: 'a "b"' },
            { name: 'body', type: 'Text', required: false, unique: false },
            { name: 'price', type: 'Decimal', required: true, unique: false, default: 1.5 },
            { name: 'at', type: 'DateTime', required: true, unique: false, default: 'now' },
          ],
          relations: [toOne({ name: 'author', target: 'Person' }, true), toMany({ name: 'tags', target: 'Tag' })],
        },
        entity('Person', toOne({ name: 'boss', target: 'Person' })),
        entity('Tag'),
      ],
    }),
  );
  expect(files.get('prisma/schema/base.prisma')).toBe(`generator client {
  provider            = "prisma-client"
  output              = "../../server/generated/prisma"
  importFileExtension = "js"
}

datasource db {
  provider = "sqlite"
}
`);
  expect(files.get('prisma/schema/post.prisma')).toBe(`model Post {
  id        String   @id @default(cuid())
  title     String   @unique @default("a \\"b\\"")
  body      String?
  price     Decimal  @default(1.5)
  at        DateTime @default(now())
  author    Person   @relation(fields: [authorId], references: [id], onDelete: Restrict)
  authorId  String
  tags      Tag[]
  createdAt DateTime @default(now())
  updatedAt DateTime @updatedAt

  @@index([authorId, id])
  @@index([createdAt, id])
}
`);
  expect(files.get('prisma/schema/person.prisma')).toBe(`model Person {
  id        String   @id @default(cuid())
  boss      Person?  @relation("PersonBoss", fields: [bossId], references: [id], onDelete: SetNull)
  bossId    String?
  posts     Post[]
  people    Person[] @relation("PersonBoss")
  createdAt DateTime @default(now())
  updatedAt DateTime @updatedAt

  @@index([bossId, id])
  @@index([createdAt, id])
}
`);
});

test('names two relations to one target, one back, and a many-to-many without a clash', async () => {
  const files = schemaOf(
    entity(
      'Post',
      toOne({ name: 'author', target: 'Person' }),
      toOne({ name: 'editor', target: 'Person' }, true),
      toMany({ name: 'readers', target: 'Person' }),
    ),
    entity('Person', toOne({ name: 'favourite', target: 'Post' }), toMany({ name: 'friends', target: 'Person' })),
  );
  await validatePrismaSchema(files);
  const person = files.get('prisma/schema/person.prisma') ?? '';
  for (const back of ['posts', 'postsAsEditor', 'postsAsReaders', 'people'])
    expect(person).toMatch(new RegExp(`^  ${back} +\\w`, 'm'));
});

test('gives each relation a unique name, because tables use the name', () => {
  const names = resolveModel({
    database: 'file',
    entities: [
      entity('Post', toMany({ name: 'labels', target: 'Tag' })),
      entity('PostTo', toMany({ name: 'x', target: 'Tag' }), toMany({ name: 'tag', target: 'Tag' })),
      entity('A', toMany({ name: 'bC', target: 'A' })),
      entity('AB', toMany({ name: 'c', target: 'AB' })),
      entity('Tag'),
    ],
  }).entities.flatMap(({ links }) => links.map(({ relationName }) => relationName));
  expect(names).toEqual([undefined, undefined, 'PostToTag2', 'ABC', 'ABC2']);
});

const linkNames = (...relations: Relation[]) =>
  resolveModel({ database: 'file', entities: [entity('Post', ...relations), entity('Tag')] }).entities.flatMap(
    ({ links }) => links.map(({ name, relationName }) => [name, relationName]),
  );

test('keeps the table of a many-to-many when other relations are added', () => {
  const tags = toMany({ name: 'tags', target: 'Tag' });
  const more = [toOne({ name: 'main', target: 'Tag' }), tags, toMany({ name: 'hidden', target: 'Tag' })];
  expect(linkNames(tags)).toEqual([['tags', undefined]]);
  expect(linkNames(...more)).toEqual([
    ['tags', undefined],
    ['hidden', 'PostHidden'],
  ]);
});

describe('a many-to-many that both entities declare', () => {
  const both = [
    entity('Product', toMany({ name: 'tags', target: 'Tag' })),
    entity('Tag', toMany({ name: 'products', target: 'Product' })),
  ];

  test('creates one relation with a side in each entity', async () => {
    const files = schemaOf(...both);
    expect(files.get('prisma/schema/product.prisma')).toContain('\n  tags      Tag[]\n  createdAt');
    expect(files.get('prisma/schema/tag.prisma')).toContain('\n  products  Product[]\n  createdAt');
    await expect(validatePrismaSchema(files)).resolves.toBeUndefined();
    const { entities } = resolveModel({ database: 'file', entities: both });
    expect(
      entities.map(({ links, backReferences }) => [links.map(({ idsField }) => idsField), backReferences]),
    ).toEqual([
      [['tagIds'], []],
      [['productIds'], []],
    ]);
  });

  test.each(['file', 'document'] as const)(
    'creates a schema that Prisma accepts together with other relations: %s',
    async (database) => {
      const entities = [
        entity('Product', toOne({ name: 'main', target: 'Tag' }), toMany({ name: 'tags', target: 'Tag' })),
        entity('Tag', toMany({ name: 'products', target: 'Product' }), toOne({ name: 'best', target: 'Product' })),
      ];
      await expect(
        validatePrismaSchema(renderPrismaSchema(resolveModel({ database, entities }))),
      ).resolves.toBeUndefined();
    },
  );

  test('keeps the table of the side that is declared first', () => {
    const one = resolveModel({ database: 'file', entities: [both[0] ?? entity('Product'), entity('Tag')] });
    const two = resolveModel({ database: 'file', entities: both });
    const namesIn = ({ entities }: typeof one) =>
      entities.flatMap(({ links }) => links.map((link) => link.relationName));
    expect([...namesIn(one), ...namesIn(two)]).toEqual([undefined, undefined, undefined]);
  });

  test.each<[string, Entity[], number]>([
    [
      'a third one beside it',
      [
        entity('A', toMany({ name: 'b', target: 'B' }), toMany({ name: 'c', target: 'B' })),
        entity('B', toMany({ name: 'a', target: 'A' })),
      ],
      3,
    ],
    [
      'two of an entity to itself',
      [entity('A', toMany({ name: 'friends', target: 'A' }), toMany({ name: 'fans', target: 'A' }))],
      2,
    ],
    [
      'two of the same entity',
      [entity('A', toMany({ name: 'b', target: 'B' }), toMany({ name: 'c', target: 'B' })), entity('B')],
      2,
    ],
  ])('is not assumed for %s', async (_, entities, tables) => {
    const model = resolveModel({ database: 'file', entities });
    expect(model.entities.flatMap(({ backReferences }) => backReferences)).toHaveLength(tables);
    await expect(validatePrismaSchema(renderPrismaSchema(model))).resolves.toBeUndefined();
  });
});
