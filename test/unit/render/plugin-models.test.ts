import { expect, test } from 'vitest';
import type { Entity } from '../../../src/config/config.ts';
import { contribution, rendered } from './contributions.ts';

test('fields that a plugin adds to an entity are omitted from queries by default', () => {
  const entities: readonly Entity[] = [
    { name: 'User', fields: [{ name: 'email', type: 'String', required: true, unique: true }], relations: [] },
  ];
  const user =
    'model User {\n  email String @unique\n  hash String @default("!")\n  role Role @default(A)\n  keys Key[]\n}';
  const rest =
    'enum Role {\n  A\n}\nmodel Key {\n  id String @id\n  userId String\n  user User @relation(fields: [userId], references: [id])\n}';
  const operations = [{ kind: 'registerPrismaSchema', schema: `${user}\n${rest}` }] as const;
  const contributions = [contribution('users', { operations })];
  const path = 'server/generated/omitted.ts';
  expect(rendered(path, { entities, contributions })).toContain('  user: { hash: true, role: true },\n}');
  expect(rendered(path, { entities })).toContain('omitted = {} as const');
});

test('a record includes only the id of a plugin record', () => {
  const entities: readonly Entity[] = [
    { name: 'Post', fields: [], relations: [{ name: 'author', type: 'many-to-one', target: 'User', required: false }] },
  ];
  const contributions = [
    contribution('users', {
      operations: [{ kind: 'registerPrismaSchema', schema: 'model User {\n  id String @id\n  posts Post[]\n}' }],
    }),
  ];
  const router = rendered('server/routes/posts.ts', { entities, contributions });
  const queries = rendered('server/generated/queries.ts', { entities, contributions });
  expect(queries).toContain('authorId: optional(column.id)');
  expect(queries).not.toContain('related');
  expect(router).not.toContain('include');
  expect(rendered('shared/post.ts', { entities, contributions })).not.toContain('User');
});
