import { describe, expect, test } from 'vitest';
import type { Access, AccessRule, Entity, Rule } from '../../../src/config/config.ts';
import { accessFor } from '../../../src/config/access.ts';
import { accessRules } from '../../../src/config/config.ts';
import { contribution, rendered } from './contributions.ts';

const auth = contribution('sign-in', {
  provides: 'auth',
  operations: [{ kind: 'registerPrismaSchema', schema: 'model User {\n  id String @id\n}' }],
});

/** Returns rules with one rule for all writes. */
function access({ read, write }: { readonly read: Rule; readonly write: Rule }): Access {
  return { ...accessFor(write), read };
}

function entity(name: string, rules: Access, relations: Entity['relations'] = []): Entity {
  return { name, fields: [{ name: 'title', type: 'String', required: true, unique: false }], relations, access: rules };
}

const author = { name: 'author', type: 'many-to-one', target: 'User', required: true } as const;
const file = (path: string, entities: readonly Entity[]) => rendered(path, { entities, contributions: [auth] }) ?? '';

const rules = (entities: readonly Entity[]) => file('server/generated/access.ts', entities).replaceAll(/\s+/g, ' ');

describe('the access rules of the server', () => {
  test('have a rule for each operation', () => {
    const text = rules([
      entity('Note', { read: 'authenticated', create: 'public', update: ['AGENT'], delete: 'admin' }),
    ]);
    expect(text).toContain("'Note', { read: 'authenticated', create: 'public', update: ['AGENT'], delete: 'admin', }");
  });

  test('have the path to the owner', () => {
    const owned = { ...entity('Note', accessFor('owner'), [author]), owner: 'author' };
    const topic = { name: 'topic', type: 'many-to-one', target: 'Note', required: true } as const;
    const nested = { ...entity('Reply', accessFor(['owner', 'AGENT']), [topic]), owner: 'topic.author' };
    const text = rules([owned, nested]);
    expect(text).toContain("owner: ['authorId'],");
    expect(text).toContain("delete: ['owner', 'AGENT'], owner: ['topic', 'authorId'],");
  });

  test('require a sign-in for public writes if records have owners', () => {
    const text = rules([entity('Note', access({ read: 'owner', write: 'public' }), [author])]);
    expect(text).toContain("create: 'authenticated', update: 'authenticated', delete: 'authenticated',");
  });

  test('have the rules of fields', () => {
    const note = entity('Note', accessFor('public'));
    const fields = note.fields.map((field) => ({ ...field, access: { read: 'public', write: ['AGENT'] } as const }));
    const limited = { ...note, fields };
    expect(rules([limited])).toContain("fields: { title: { read: 'public', write: ['AGENT'] }, },");
    expect(file('client/forms/NoteForm.tsx', [limited])).toContain("{form.maySet('title') && (");
    const admin = { read: 'admin', write: 'admin' } as const;
    const hidden = { ...note, fields: note.fields.map((field) => ({ ...field, access: admin })) };
    expect(file('shared/note.ts', [hidden])).toContain('title?: string;');
  });

  test('leave out public entities', () => {
    expect(rules([entity('Note', accessFor('public'))])).toContain('= new Map();');
  });
});

describe('the records of an entity', () => {
  test('belong to the caller', () => {
    const text = file('server/routes/notes.ts', [entity('Note', accessFor('owner'), [author])]);
    expect(text).toContain('authorId: caller.ownerOfNew(data.authorId),');
    expect(text).toContain('authorId: caller.ownerOfChanged(data.authorId),');
  });

  test('belong to no caller if the entity is public', () => {
    const text = file('server/routes/notes.ts', [entity('Note', accessFor('public'), [author])]);
    expect(text).not.toMatch(/caller/i);
  });
});

describe('the test of all access rules', () => {
  const paths = ['test/server/access.test.ts', 'test/support/access.ts'];

  test.each(paths)('%s is generated only if an entity is not public', (path) => {
    expect(file(path, [entity('Note', { ...accessFor('public'), delete: 'admin' })])).not.toBe('');
    expect(file(path, [entity('Note', accessFor('public'))])).toBe('');
  });

  test('names the roles of the rules, and relations to other entities', () => {
    const topic = { name: 'topic', type: 'many-to-one', target: 'Topic', required: false } as const;
    const text = file(paths[0] ?? '', [
      entity('Note', { ...accessFor(['owner', 'AGENT']), delete: ['ADMIN', 'EDITOR'] }, [author, topic]),
      entity('Topic', accessFor('public')),
    ]);
    expect(text).toContain("roles: ['AGENT', 'EDITOR'],");
    expect(text).toContain("topic: { field: 'topicId', target: 'Topic', column: 'title' },");
    expect(text).not.toContain('author:');
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

  test.each(pairs)('for $own includes a record for $other, perhaps without a value', ({ own, other }) => {
    const topic = { name: 'topic', type: 'many-to-one', target: 'Topic', required: true } as const;
    const entities = [
      entity('Note', access({ read: own, write: 'admin' }), [author, topic]),
      entity('Topic', access({ read: other, write: 'admin' }), [author]),
    ];
    expect(file('server/generated/queries.ts', entities)).toContain("relations: ['topic']");
    const type = readable[own].includes(other) ? 'topic?: Topic;' : 'topic?: Topic | null;';
    expect(file('shared/note.ts', entities)).toContain(type);
  });

  test('does not need its owner in the request body', () => {
    const owned = entity('Note', access({ read: 'owner', write: 'owner' }), [author]);
    expect(file('shared/note.ts', [owned])).toContain('authorId: id.optional(),');
    expect(file('test/factories/note.ts', [owned])).toContain('authorId: await idOf(anyUser()),');
  });
});
