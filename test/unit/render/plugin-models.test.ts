import { expect, test } from 'vitest';
import type { Entity } from '../../../src/config/config.ts';
import { contribution, rendered } from './contributions.ts';

test("a record never includes a plugin's model, only its id", () => {
  const entities: readonly Entity[] = [
    { name: 'Post', fields: [], relations: [{ name: 'author', type: 'many-to-one', target: 'User', required: false }] },
  ];
  const contributions = [
    contribution('users', {
      operations: [{ kind: 'registerPrismaSchema', schema: 'model User {\n  id String @id\n  posts Post[]\n}' }],
    }),
  ];
  const router = rendered('server/routes/posts.ts', { entities, contributions });
  expect(router).toContain('authorId: optional(column.text)');
  expect(router).not.toContain('include');
  expect(rendered('shared/post.ts', { entities, contributions })).not.toContain('User');
});
