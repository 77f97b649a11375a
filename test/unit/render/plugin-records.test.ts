import { describe, expect, test } from 'vitest';
import type { Entity } from '../../../src/config/config.ts';
import { contribution, rendered } from './contributions.ts';

const entities: readonly Entity[] = [
  { name: 'Post', fields: [], relations: [{ name: 'shelf', type: 'many-to-one', target: 'Shelf', required: true }] },
];

const paths = { factory: 'test/factories/post.ts', seed: 'prisma/seed/posts.ts' };

/** Renders the factory or seed of an entity that refers to a plugin model. */
function renderedFor(columns: string, path = paths.factory): string {
  const schema = `model Shelf {\n  id String @id @default(cuid())\n${columns}\n}\n\nenum Kind {\n  OAK\n  IRON\n}\n\nmodel Room {\n  id String @id\n}`;
  const contributions = [contribution('shelves', { operations: [{ kind: 'registerPrismaSchema', schema }] })];
  return rendered(path, { entities, contributions }) ?? '';
}

describe('a plugin model that an entity refers to', () => {
  test.each([
    ['  note String?', 'db.shelf.create({ data: {} })'],
    ['  name String @unique', 'db.shelf.create({ data: { name: crypto.randomUUID() } })'],
    ['  width Int\n  kind Kind', "db.shelf.create({ data: { width: 1, kind: 'OAK' } })"],
    ['  seen DateTime @updatedAt', 'db.shelf.create({ data: {} })'],
  ])('is created with plain values: %s', (columns, expected) => {
    expect(renderedFor(columns)).toContain(`shelfId: await idOf(${expected}),`);
  });

  test.each([
    ['a number of its own', '  place Int @unique'],
    ['another record', '  room Room @relation(fields: [roomId], references: [id])\n  roomId String'],
    ['a group of its own', '  row Int\n  column Int\n\n  @@unique([row, column])'],
  ])('is replaced by an error message if it needs %s', (_, columns) => {
    const text = renderedFor(columns);
    expect(text).toContain('shelfId: await idOf(makeShelf()),');
    expect(text).toContain('throw new Error("Make a Shelf here: its plugin\'s model needs more than plain values.");');
    expect(text).not.toContain('findFirst');
  });

  test('is created for every record of the seed or must exist', () => {
    expect(renderedFor('  name String @unique', paths.seed)).toContain(
      'shelf: { create: { name: faker.string.uuid() } },',
    );
    expect(renderedFor('  place Int @unique', paths.seed)).toContain(
      'shelf: { connect: await db.shelf.findFirstOrThrow() },',
    );
  });
});

test('a plugin model does not change the seed order', () => {
  const [post] = entities;
  const note: Entity = {
    name: 'Note',
    fields: [],
    relations: [{ name: 'post', type: 'many-to-one', target: 'Post', required: true }],
  };
  const schema = 'model Shelf {\n  id String @id @default(cuid())\n}';
  const contributions = [contribution('shelves', { operations: [{ kind: 'registerPrismaSchema', schema }] })];
  const given = post === undefined ? [] : [note, post];
  const text = rendered('prisma/seed.ts', { entities: given, contributions }) ?? '';
  expect(text.indexOf('await seedPosts()')).toBeGreaterThan(0);
  expect(text.indexOf('await seedPosts()')).toBeLessThan(text.indexOf('await seedNotes()'));
});
