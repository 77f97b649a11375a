import { describe, expect, test } from 'vitest';
import type { DatabaseKind, Entity, Relation } from '../../../src/config/config.ts';
import type { PluginSchema } from '../../../src/data-layer/plugin-schema.ts';
import { renderPrismaSchema } from '../../../src/data-layer/prisma-schema.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { validatePrismaSchema } from '../../../src/data-layer/validate.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { formatted } from './formatted.ts';

interface Given {
  readonly entities?: readonly Entity[];
  readonly database?: DatabaseKind;
}

function schemaOf(schemas: Readonly<Record<string, string>>, { entities = [], database = 'file' }: Given = {}) {
  const plugins = Object.entries(schemas).map(([plugin, schema]): PluginSchema => ({ plugin, schema }));
  return renderPrismaSchema(resolveModel({ database, entities }), plugins);
}

/** Renders a schema, and checks that Prisma accepts it and that it is formatted. */
async function soundSchemaOf(schemas: Readonly<Record<string, string>>, given: Given = {}) {
  const files = schemaOf(schemas, given);
  await validatePrismaSchema(files);
  expect(formatted(files)).toEqual(files);
  return files;
}

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof GenlockError) return error.problems.map(({ code, message }) => `${code} ${message}`);
    throw error;
  }
  return [];
}

const relation = (name: string, rest: Partial<Relation> = {}): Relation => ({
  ...{ name, type: 'many-to-one', target: 'User', required: false },
  ...rest,
});
const entity = (name: string, ...relations: Relation[]): Entity => ({ name, fields: [], relations });

const user = `/// Somebody with an account.
model User {
  id    String @id @default(cuid())
  email String @unique // in lower case

  // Found by rank.
  @@index([email])
}
`;

describe('one model of several plugins', () => {
  test('is written once, with the fields of all plugins and the comments of the first', async () => {
    const files = await soundSchemaOf({
      auth: user,
      profile: `// What people say of themselves.

/// Gone with its model.
model User {
  id String @default( cuid( ) ) @id
  email String @unique
  bio String? @db_none
  born DateTime?
  @@index([born])
}

model Badge {
  id String @id
}
`.replace(' @db_none', ''),
    });
    expect(files.get('prisma/schema/auth.prisma')).toBe(`/// Somebody with an account.
model User {
  id    String    @id @default(cuid())
  email String    @unique // in lower case
  bio   String?
  born  DateTime?

  // Found by rank.
  @@index([email])
  @@index([born])
}
`);
    expect(files.get('prisma/schema/profile.prisma')).toBe(`// What people say of themselves.

model Badge {
  id String @id
}
`);
  });

  test('adds no file for a plugin whose models are all in other files', () => {
    expect([...schemaOf({ a: user, b: user }).keys()]).toEqual(['prisma/schema/base.prisma', 'prisma/schema/a.prisma']);
  });

  test('keeps the author’s spacing in a model that only one plugin has', () => {
    const text = 'model  Note{\n\tid   String   @id\n}\n';
    expect(schemaOf({ a: text }).get('prisma/schema/a.prisma')).toBe(text);
  });

  test('joins enums, in the order of their owners', async () => {
    const files = await soundSchemaOf({
      b: 'enum Role {\n  ADMIN\n  USER\n}\n',
      a: 'enum Role {\n  USER\n  EDITOR\n}\n',
    });
    expect(files.get('prisma/schema/a.prisma')).toBe('enum Role {\n  USER\n  EDITOR\n  ADMIN\n}\n');
  });

  test.each([
    [
      'another type',
      'model User {\n  email Int @unique\n}',
      /User\.email is `Int @unique` in plugin b and `String @unique` in plugin a/,
    ],
    ['another need', 'model User {\n  email String? @unique\n}', /String\? @unique/],
    ['another attribute', 'model User {\n  email String\n}', /User\.email is `String` in plugin b/],
    ['another kind of block', 'enum User {\n  A\n}', /enum User of plugin b is a model of plugin a/],
    ['another table', 'model User {\n  @@map("people")\n}', /@@map\("people"\).*plugin b.*@@map\("users"\).*plugin a/],
  ])('reports %s as an error with both owners', (_, schema, message) => {
    const first = user.replace('@@index([email])', '@@map("users")');
    const problems = problemsOf(() => schemaOf({ a: first, b: schema }));
    expect(problems).toEqual([expect.stringMatching(/^DATA_MODEL_CLASH /)]);
    expect(problems[0]).toMatch(message);
  });

  test('accepts the same attribute in another spelling', async () => {
    const files = await soundSchemaOf({
      a: 'model N {\n  id String @id @map("key")\n  a  Int\n\n  @@index([a], map: "by_a")\n}\n',
      b: 'model N {\n  id String @map(name: "key") @id\n  @@index(map: "by_a", fields: [a])\n}\n',
    });
    expect(files.get('prisma/schema/a.prisma')?.match(/@@index/g)).toHaveLength(1);
  });
});

describe('a model of a plugin and an entity of one name', () => {
  const post: Entity = {
    ...entity('Post'),
    fields: [
      { name: 'title', type: 'String', required: true, unique: false },
      { name: 'status', type: 'Enum', required: true, unique: false, values: ['DRAFT', 'PAID'] },
    ],
  };

  test('adds the fields of the plugin to the entity', async () => {
    const schema = 'model Post {\n  title String\n  slug String? @unique\n}\nenum PostStatus {\n  PAID\n}\n';
    const files = await soundSchemaOf({ seo: schema }, { entities: [post] });
    expect([...files.keys()]).toEqual(['prisma/schema/base.prisma', 'prisma/schema/post.prisma']);
    expect(files.get('prisma/schema/post.prisma')).toMatch(/slug +String\? +@unique\n +createdAt/);
  });

  test.each([
    ['another type', 'model Post {\n  title Int\n}', /^DATA_MODEL_CLASH .*plugin seo.*entity Post/],
    [
      'a field the API could not fill',
      'model Post {\n  slug String\n}',
      /^DATA_FIELD_REQUIRED Post\.slug of plugin seo/,
    ],
    ['a value the API does not know', 'enum PostStatus {\n  LOST\n}', /^DATA_MODEL_CLASH .*LOST.*plugin seo/],
  ])('reports %s as an error', (_, schema, problem) => {
    expect(problemsOf(() => schemaOf({ seo: schema }, { entities: [post] }))).toEqual([expect.stringMatching(problem)]);
  });
});

const note = (fields: string) => `model Note {\n  id String @id @default(cuid())\n${fields}\n}\n`;
const plain = 'model User {\n  id String @id @default(cuid())\n}\n';
const key = (name: string, rest = '') =>
  `  ${name} User @relation(fields: [${name}Id], references: [id])\n  ${name}Id String${rest}`;

describe('relations that leave an entity or a plugin', () => {
  test.each(['file', 'relational', 'document'] as const)(
    'from an entity to a plugin, on the %s kind',
    async (database) => {
      const entities = [
        entity(
          'Post',
          relation('author', { required: true }),
          relation('editor'),
          relation('readers', { type: 'many-to-many' }),
        ),
        entity('Profile', relation('user', { type: 'one-to-one', required: true })),
      ];
      const files = await soundSchemaOf({ auth: plain }, { entities, database });
      const text = files.get('prisma/schema/auth.prisma') ?? '';
      for (const line of [
        /^ {2}posts +Post\[\] +@relation\("PostAuthor"\)$/m,
        /^ {2}postsAsEditor +Post\[\] +@relation\("PostEditor"\)$/m,
        /^ {2}postsAsReaders +Post\[\](?! +@relation\(")/m,
        /^ {2}profile +Profile\?$/m,
      ]) {
        expect(text).toMatch(line);
      }
      expect(text.includes('postsAsReaderIds')).toBe(database === 'document');
      expect(text.includes('@map("_id")')).toBe(database === 'document');
    },
  );

  test('does not use a name that the model already has', async () => {
    const files = await soundSchemaOf(
      { auth: plain.replace('}', '  posts Int?\n}') },
      { entities: [entity('Post', relation('author'))] },
    );
    expect(files.get('prisma/schema/auth.prisma')).toMatch(/^ {2}postsAsAuthor Post\[\]$/m);
  });

  test('adds lists between plugins, single records for unique keys, and names where two relations need them', async () => {
    const files = await soundSchemaOf({
      auth: plain,
      notes: note(`${key('author')}\n${key('editor')}`),
      badges: `model Badge {
  id      String @id
  owner   User   @relation(fields: [ownerId], references: [id])
  ownerId String @unique
}
`,
    });
    expect(files.get('prisma/schema/auth.prisma')).toBe(`model User {
  id            String @id @default(cuid())
  badge         Badge?
  notes         Note[] @relation("NoteAuthor")
  notesAsEditor Note[] @relation("NoteEditor")
}
`);
    expect(files.get('prisma/schema/notes.prisma')).toContain('@relation("NoteAuthor", fields: [authorId]');
  });

  test('adds both directions between an entity and a plugin', async () => {
    const schema = plain.replace(
      '}',
      '  pinned Post? @relation(fields: [pinnedId], references: [id])\n  pinnedId String?\n}',
    );
    const files = await soundSchemaOf({ auth: schema }, { entities: [entity('Post', relation('author'))] });
    expect(files.get('prisma/schema/post.prisma')).toMatch(/^ {2}users +User\[\] +@relation\("UserPinned"\)$/m);
    expect(files.get('prisma/schema/auth.prisma')).toMatch(/^ {2}posts +Post\[\] +@relation\("PostAuthor"\)$/m);
  });

  test('keeps a relation that the plugin wrote on both sides', async () => {
    const text = `model User {
  id    String @id
  notes Note[]
}

model Note {
  id     String @id
  user   User   @relation(fields: [userId], references: [id])
  userId String
}
`;
    expect((await soundSchemaOf({ auth: text })).get('prisma/schema/auth.prisma')).toBe(text);
  });

  test('refuses a relation to an undefined model', () => {
    const problems = problemsOf(() => schemaOf({ notes: note(key('author')) }));
    expect(problems).toEqual([
      'DATA_TARGET_UNKNOWN Note.author of plugin notes has the type User, which is not defined',
    ]);
  });
});

test.each([
  ['file', '  tags String[]', 'list of String'],
  ['document', '  price Decimal', 'Decimal'],
] as const)('on the %s kind reports a model with %s as an error with the plugin name', (database, field, what) => {
  const schema = `model Item {\n  id String @id\n${field}\n}\n`;
  const problems = problemsOf(() => schemaOf({ stock: schema }, { database }));
  expect(problems).toEqual([
    expect.stringMatching(new RegExp(`^DATA_TYPE_UNSUPPORTED Item\\..*plugin stock.*${what}`)),
  ]);
  expect(problemsOf(() => schemaOf({ stock: schema }, { database: 'relational' }))).toEqual([]);
});
