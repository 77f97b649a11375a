import { describe, expect, test } from 'vitest';
import type { Access, AccessRule, Entity } from '../../../src/config/config.ts';
import { accessRules } from '../../../src/config/config.ts';
import { contribution, rendered } from './contributions.ts';

const auth = contribution('sign-in', {
  provides: 'auth',
  operations: [{ kind: 'registerPrismaSchema', schema: 'model User {\n  id String @id\n}' }],
});

function entity(name: string, access: Access, relations: Entity['relations'] = []): Entity {
  return { name, fields: [{ name: 'title', type: 'String', required: true, unique: false }], relations, access };
}

const author = { name: 'author', type: 'many-to-one', target: 'User', required: true } as const;
const file = (path: string, entities: readonly Entity[]) => rendered(path, { entities, contributions: [auth] }) ?? '';

describe('the records of an entity', () => {
  test('are limited to the users that the entity names, for reading and for writing', () => {
    const text = file('server/routes/notes.ts', [entity('Note', { read: 'authenticated', write: 'admin' })]);
    expect(text).toContain("read: allow('authenticated'),");
    expect(text).toContain("write: allow('admin'),");
  });

  test('are limited to their owner', () => {
    const text = file('server/routes/notes.ts', [entity('Note', { read: 'owner', write: 'owner' }, [author])]);
    expect(text).toContain("owner: { field: 'authorId', read: true, write: true, requireCaller },");
    expect(text).toContain('authorId: caller.ownerOfNew(data.authorId),');
    expect(text).toContain('authorId: caller.ownerOfChanged(data.authorId),');
  });

  test('require a sign-in for public writes if records are read by their owners', () => {
    const text = file('server/routes/notes.ts', [entity('Note', { read: 'owner', write: 'public' }, [author])]);
    expect(text).toContain("write: allow('authenticated'),");
    expect(text).toContain("owner: { field: 'authorId', read: true, write: false, requireCaller },");
  });

  test('have no guard if the entity is public', () => {
    const text = file('server/routes/notes.ts', [entity('Note', { read: 'public', write: 'public' })]);
    expect(text).not.toMatch(/allow\(|caller|Caller/);
  });
});

describe('the modules that access needs', () => {
  const paths = ['server/lib/access.ts', 'test/support/access.ts'];

  test.each(paths)('%s is generated only if it is used', (path) => {
    expect(file(path, [entity('Note', { read: 'public', write: 'admin' })])).not.toBe('');
    expect(file(path, [entity('Note', { read: 'public', write: 'public' })])).toBe('');
  });
});

describe('a record', () => {
  const readable: Readonly<Record<AccessRule, readonly AccessRule[]>> = {
    public: ['public'],
    authenticated: ['public', 'authenticated'],
    owner: ['public', 'authenticated'],
    admin: ['public', 'authenticated', 'owner', 'admin'],
  };
  const pairs = accessRules.flatMap((own) => accessRules.map((other) => ({ own, other })));

  test.each(pairs)(
    'a record for $own includes a record for $other only if all readers may see it',
    ({ own, other }) => {
      const topic = { name: 'topic', type: 'many-to-one', target: 'Topic', required: false } as const;
      const tags = { name: 'tags', type: 'many-to-many', target: 'Topic', required: false } as const;
      const entities = [
        entity('Note', { read: own, write: 'admin' }, [author, topic, tags]),
        entity('Topic', { read: other, write: 'admin' }, [author]),
      ];
      const isIncluded = readable[own].includes(other);
      const queries = file('server/generated/queries.ts', entities);
      expect(queries.includes("relations: ['topic', 'tags']")).toBe(isIncluded);
      expect(queries.includes("topic: columns.topic,\n    },\n    links: ['tags']")).toBe(isIncluded);
      expect(file('client/generated/api/note.ts', entities).includes("'topic.title'")).toBe(isIncluded);
      expect(file('shared/note.ts', entities).includes('topic?: Topic | null;')).toBe(isIncluded);
      expect(file('client/columns/note.ts', entities).includes("field: 'topic'")).toBe(isIncluded);
      expect(file('client/forms/NoteForm.tsx', entities).includes("links: { tagIds: 'tags' }")).toBe(isIncluded);
    },
  );

  test('does not need its owner in the request body', () => {
    const owned = entity('Note', { read: 'owner', write: 'owner' }, [author]);
    expect(file('shared/note.ts', [owned])).toContain('authorId: id.optional(),');
    expect(file('test/factories/note.ts', [owned])).toContain('authorId: await idOf(anyUser()),');
  });
});
