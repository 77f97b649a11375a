import { describe, expect, test } from 'vitest';
import type { Entity } from '../../../src/config/config.ts';
import { contribution, rendered } from './contributions.ts';

const entities: readonly Entity[] = [
  { name: 'Post', fields: [], relations: [{ name: 'shelf', type: 'many-to-one', target: 'Shelf', required: true }] },
];

/** The factory of an entity that has to refer to a plugin's model. */
function factoryFor(columns: string): string {
  const schema = `model Shelf {\n  id String @id @default(cuid())\n${columns}\n}\n\nenum Kind {\n  OAK\n  IRON\n}\n\nmodel Room {\n  id String @id\n}`;
  const contributions = [contribution('shelves', { operations: [{ kind: 'registerPrismaSchema', schema }] })];
  return rendered('test/factories/post.ts', { entities, contributions }) ?? '';
}

describe("a plugin's model that an entity has to refer to", () => {
  test.each([
    ['  note String?', 'db.shelf.create({ data: {} })'],
    ['  name String @unique', 'db.shelf.create({ data: { name: crypto.randomUUID() } })'],
    ['  width Int\n  kind Kind', "db.shelf.create({ data: { width: 1, kind: 'OAK' } })"],
    ['  seen DateTime @updatedAt', 'db.shelf.create({ data: {} })'],
  ])('is made of plain values: %s', (columns, expected) => {
    expect(factoryFor(columns)).toContain(`shelfId: await idOf(${expected}),`);
  });

  test.each([
    ['a number of its own', '  place Int @unique'],
    ['another record', '  room Room @relation(fields: [roomId], references: [id])\n  roomId String'],
    ['a group of its own', '  row Int\n  column Int\n\n  @@unique([row, column])'],
  ])('that needs %s is asked for in words', (_, columns) => {
    const text = factoryFor(columns);
    expect(text).toContain('shelfId: await idOf(makeShelf()),');
    expect(text).toContain('throw new Error("Make a Shelf here: its plugin\'s model needs more than plain values.");');
    expect(text).not.toContain('findFirst');
  });
});
