import { expect, onTestFinished, test, type TestContext } from 'vitest';
import type { GenlockError } from '../../../src/errors/error.ts';
import { failureOf, Project, projectOn } from '../../unit/database/project.ts';
import { copyTo, everyRow, everyType, literals } from './every-type.ts';

async function filled(): Promise<Project> {
  const project = new Project(everyType);
  await project.dev();
  await project.sql(everyRow);
  return project;
}

const fileOf = ({ root }: Project): string => `file:${root}/dev.db`;

test('every type and relation survives SQLite to PostgreSQL to SQLite', async (context) => {
  const source = await filled();
  const target = await projectOn(context, { kind: 'postgresql', models: everyType });
  await target.dev();
  const there = await copyTo(target, fileOf(source));
  expect(there.tables.map(({ table, rows, copied }) => [table, rows, copied])).toEqual([
    ['Country', 2, 2],
    ['people', 6, 6],
    ['Tag', 2, 2],
    ['Seat', 3, 3],
    ['Head', 2, 2],
    ['Body', 1, 1],
    ['_Friends', 3, 3],
    ['_PersonToTag', 3, 3],
  ]);
  const back = new Project(everyType);
  await back.dev();
  expect((await copyTo(back, target.url)).tables).toEqual(there.tables);
  // PostgreSQL sorts the keys of JSON objects and keeps no escapes.
  await source.sql(`UPDATE people SET data = '{"a":"","b":[1,2.5,null,{"é":"é\\\\"}]}' WHERE id = 3`);
  for (const { table } of there.tables) expect(await literals(back, table)).toEqual(await literals(source, table));
});

test('PostgreSQL counts on after the largest id and checks its keys again', async (context) => {
  const source = await filled();
  const target = await projectOn(context, { kind: 'postgresql', models: everyType });
  await target.dev();
  await copyTo(target, fileOf(source));
  expect(await target.sql(`INSERT INTO people (full_name, "countryId") VALUES ('new', 'de') RETURNING id`)).toEqual([
    { id: 8 },
  ]);
  expect(await target.sql(`SELECT conname FROM pg_constraint WHERE contype = 'f' AND condeferrable`)).toEqual([]);
  expect(
    await target.sql(`SELECT data IS NULL AS missing, data::text FROM people WHERE id IN (1, 2) ORDER BY id`),
  ).toEqual([
    { missing: true, data: null },
    { missing: false, data: 'null' },
  ]);
  expect((await target.dev()).created).toBeUndefined();
});

const small = `enum Color {
  RED
}
model Note {
  id      String   @id
  text    String?
  number  Int?
  at      DateTime?
  data    Json?
  price   Decimal?
  color   Color?
  other   Note?    @relation("x", fields: [otherId], references: [id])
  otherId String?
  others  Note[]   @relation("x")
}
`;

/** An SQLite database and an empty PostgreSQL database with the schema `small`. */
async function pair(context: TestContext): Promise<{ readonly source: Project; readonly target: Project }> {
  const source = new Project(small);
  await source.dev();
  const target = await projectOn(context, { kind: 'postgresql', models: small });
  await target.dev();
  return { source, target };
}

const messagesOf = ({ problems }: GenlockError): readonly string[] => problems.map(({ message }) => message);

test('values that PostgreSQL cannot store are listed, and no row is written', async (context) => {
  const { source, target } = await pair(context);
  await source.sql(`PRAGMA foreign_keys = OFF;
INSERT INTO Note (id) VALUES ('fine');
INSERT INTO Note (id, text) VALUES ('n1', 'a' || char(0));
INSERT INTO Note (id, text) VALUES ('n2', CAST(X'61EDA080' AS TEXT));
INSERT INTO Note (id, number) VALUES ('n3', 2147483648);
INSERT INTO Note (id, number) VALUES ('n4', 'many');
INSERT INTO Note (id, at) VALUES ('n5', '0000-01-01T00:00:00.000+00:00');
INSERT INTO Note (id, data) VALUES ('n6', '{"a":"\\u0000"}');
INSERT INTO Note (id, data) VALUES ('n7', '{');
INSERT INTO Note (id, price) VALUES ('n8', 1e40);
INSERT INTO Note (id, color) VALUES ('n9', 'BLUE');
INSERT INTO Note (id, "otherId") VALUES ('n10', 'gone')`);
  const error = await failureOf(copyTo(target, fileOf(source)));
  expect(error.code).toBe('DATA_COPY_VALUES');
  expect(messagesOf(error)).toEqual([
    'Note "n1": the value of text contains U+0000, which PostgreSQL cannot store',
    'Note "n2": the value of text is text that is not valid UTF-8',
    'Note "n3": the value of number is not an integer of 32 bits',
    'Note "n4": the value of number is text instead of an integer',
    'Note "n5": the value of at is outside the years 1 to 9999',
    'Note "n6": the value of data contains U+0000, which PostgreSQL cannot store',
    'Note "n7": the value of data is not valid JSON',
    'Note "n8": the value of price has more than 35 digits before the point',
    'Note "n9": the value of color is not a value of the enum',
    'Note "n10" refers to a missing row of Note',
  ]);
  expect(await target.sql('SELECT * FROM "Note"')).toEqual([]);
  await source.sql(`DELETE FROM Note WHERE id <> 'fine';
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
  INSERT INTO Note (id, text) SELECT 'm' || i, char(0) FROM n`);
  const many = messagesOf(await failureOf(copyTo(target, fileOf(source))));
  expect([many.length, many.at(-1)]).toEqual([21, '480 more values cannot be stored']);
});

test('values that SQLite cannot store are listed', async (context) => {
  const { source, target } = await pair(context);
  await target.sql(
    `INSERT INTO "Note" (id, at) VALUES ('a', 'infinity'), ('b', '0044-03-15 BC'), ('c', '10000-01-01')`,
  );
  await target.sql(`INSERT INTO "Note" (id, price) VALUES ('d', 12345678901234567.89), ('e', 0.1)`);
  expect(messagesOf(await failureOf(copyTo(source, target.url)))).toEqual([
    'Note "a": the value of at is outside the years 1 to 9999',
    'Note "b": the value of at is outside the years 1 to 9999',
    'Note "c": the value of at is outside the years 1 to 9999',
    'Note "d": the value of price has more digits than SQLite stores',
  ]);
  expect(await source.sql('SELECT * FROM Note')).toEqual([]);
});

test('a target with other rows is refused, and its tables are named', async (context) => {
  const { source, target } = await pair(context);
  await source.sql("INSERT INTO Note (id, text) VALUES ('1', 'a')");
  await target.sql(`INSERT INTO "Note" (id, text) VALUES ('1', 'b')`);
  const error = await failureOf(copyTo(target, fileOf(source)));
  expect(error.code).toBe('DATA_COPY_TARGET');
  expect(error.message).toMatch(/has rows that are not from the source, in Note \(1\)$/u);
  expect(await target.sql('SELECT text FROM "Note"')).toEqual([{ text: 'b' }]);
});

test('a second copy writes nothing, and a copy of a changed source is refused', async (context) => {
  const { source, target } = await pair(context);
  await source.sql("INSERT INTO Note (id, text) VALUES ('1', 'a'), ('2', 'b')");
  await copyTo(target, fileOf(source));
  expect((await copyTo(target, fileOf(source))).tables).toMatchObject([{ table: 'Note', rows: 2, copied: 0 }]);
  await source.sql("UPDATE Note SET text = 'c' WHERE id = '1'");
  expect((await failureOf(copyTo(target, fileOf(source)))).code).toBe('DATA_COPY_TARGET');
});

test('a target without all migrations, and an unsuitable source, are refused', async (context) => {
  const { source, target } = await pair(context);
  const codeOf = async (from: string) => (await failureOf(copyTo(target, from))).code;
  expect(await codeOf(target.url)).toBe('DATA_COPY_SOURCE');
  expect(await codeOf('file:./missing.db')).toBe('DATA_ABSENT');
  expect(await codeOf('mysql://user:secret@host/shop')).toBe('DATA_URL_INVALID');
  expect(target.has('missing.db')).toBe(false);
  await source.sql('ALTER TABLE Note ADD COLUMN extra TEXT;\nCREATE TABLE Own (id TEXT)');
  expect((await copyTo(target, fileOf(source))).ignored).toEqual(['Note.extra', 'Own']);
  await source.sql('ALTER TABLE Note DROP COLUMN text');
  const lacking = await failureOf(copyTo(target, fileOf(source)));
  expect(lacking.message).toMatch(/has no column Note\.text, which is in the schema$/u);
  target.write('prisma/migrations/20990101000000_later/migration.sql', 'SELECT 1;\n');
  expect(await codeOf(fileOf(source))).toBe('DATA_MIGRATIONS_PENDING');
  target.remove('prisma/migrations/20990101000000_later');
  target.models(`${small}model Later {\n  id String @id\n}\n`);
  expect((await failureOf(copyTo(target, fileOf(source)))).problems[0]).toMatchObject({
    code: 'DATA_MIGRATIONS_PENDING',
    message: expect.stringMatching(/has no table Later/u),
    hint: expect.stringContaining('migrate dev'),
  });
});

test('keys in a cycle that are already deferrable stay so', async (context) => {
  const { source, target } = await pair(context);
  await source.sql("PRAGMA foreign_keys = OFF;\nINSERT INTO Note (id, \"otherId\") VALUES ('1', '2'), ('2', '1')");
  await target.sql('ALTER TABLE "Note" ALTER CONSTRAINT "Note_otherId_fkey" DEFERRABLE INITIALLY IMMEDIATE');
  expect((await copyTo(target, fileOf(source))).tables).toMatchObject([{ table: 'Note', copied: 2 }]);
  const keys = await target.sql("SELECT condeferrable, condeferred FROM pg_constraint WHERE contype = 'f'");
  expect(keys).toEqual([{ condeferrable: true, condeferred: false }]);
});

test('an enum value that only the database has is not copied', async (context) => {
  const { source, target } = await pair(context);
  await target.sql(`ALTER TYPE "Color" ADD VALUE 'BLUE'`);
  await target.sql(`INSERT INTO "Note" (id, color) VALUES ('a', 'BLUE')`);
  expect(messagesOf(await failureOf(copyTo(source, target.url)))).toEqual([
    'Note "a": the value of color is not a value of the enum',
  ]);
  expect(await source.sql('SELECT * FROM Note')).toEqual([]);
});

test('the owner of the tables needs no superuser rights for keys in a cycle', async (context) => {
  const { source, target } = await pair(context);
  await source.sql("PRAGMA foreign_keys = OFF;\nINSERT INTO Note (id, \"otherId\") VALUES ('1', '2'), ('2', '1')");
  const url = new URL(target.url);
  const role = `${url.pathname.slice(1)}_owner`;
  await target.sql(`CREATE ROLE ${role} LOGIN PASSWORD 'pass'; ALTER TABLE "Note" OWNER TO ${role};
    GRANT SELECT ON _prisma_migrations TO ${role}; GRANT USAGE ON SCHEMA public TO ${role}`);
  onTestFinished(async () => {
    await target.sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });
  const superuser = target.url;
  url.username = role;
  url.password = 'pass';
  target.url = url.href;
  expect((await copyTo(target, fileOf(source))).tables).toMatchObject([{ table: 'Note', copied: 2 }]);
  target.url = superuser;
});
