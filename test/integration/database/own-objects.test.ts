import { expect, test, vi } from 'vitest';
import { EngineSession } from '../../../src/database/engine-session.ts';
import { failureOf, projectOn } from '../../unit/database/project.ts';

const note = (fields = '', type = 'String') => `model Note {
  id   Int    @id @default(autoincrement())
  text ${type}
${fields}}
`;
const tag = 'enum Kind {\n  a\n  b\n}\nmodel Tag {\n  id Int @id\n  kind Kind @default(a)\n}\n';

/** The result columns of the engine's queries that list objects. */
const catalogueQueries = [
  'con_id,child_column,parent_table,parent_column,confdeltype,confupdtype,referenced_schema_name,constraint_name,child,parent,table_name,namespace,condeferrable,condeferred',
  'exists,version,numeric_version',
  'extension_name,extension_version,extension_relocatable,extension_schema',
  'id,checksum,finished_at,migration_name,logs,rolled_back_at,started_at,applied_steps_count',
  'name,namespace',
  'name,namespace,definition',
  'name,value,namespace,description',
  'namespace,index_name,table_name,column_name,is_unique,is_primary_key,column_index,opclass,opcdefault,index_algo,column_order,nulls_first,condeferrable,condeferred,predicate',
  'namespace,table_name,column_name,formatted_type,numeric_precision,numeric_scale,numeric_precision_radix,datetime_precision,data_type,type_schema_name,full_data_type,column_default,is_nullable,is_identity,character_maximum_length,description',
  'namespace,table_name,constraint_name,constraint_type,constraint_definition,is_deferrable,is_deferred',
  'namespace_name',
  'sequence_name,namespace,start_value,min_value,max_value,increment_by,cycle,cache_size',
  'table_name,namespace,is_partition,has_subclass,has_row_level_security,reloptions,description',
  'table_name,table_namespace',
  'view_name,view_sql,namespace,description',
];

async function project(context: Parameters<typeof projectOn>[0], models: string) {
  return projectOn(context, { kind: 'postgresql', models });
}

test('the engine sends exactly the queries whose results are filtered', async (context) => {
  const made = await project(context, note());
  await made.dev();
  const query = vi.spyOn(EngineSession.prototype, 'queryRaw');
  context.onTestFinished(() => query.mockRestore());
  await made.dev();
  await made.push();
  const results = await Promise.all(
    query.mock.results.map(({ value }) => value as ReturnType<EngineSession['queryRaw']>),
  );
  expect([...new Set(results.map(({ columnNames }) => columnNames.join(',')))].toSorted()).toEqual(catalogueQueries);
});

test('removed models and fields are dropped with consent, and indexes, enums and defaults without', async (context) => {
  const made = await project(context, `${note('  n Int @default(3)\n  m Int?\n  @@index([n])\n')}${tag}`);
  await made.dev();
  await made.sql(`INSERT INTO "Note" (text) VALUES ('a'); INSERT INTO "Tag" (id) VALUES (1);
    CREATE INDEX own ON "Note" (n); CREATE TABLE own_table (id int)`);
  made.models(note('  n Int\n'));
  const { problems } = await failureOf(made.dev());
  expect(problems.map(({ code }) => code)).toEqual(['DATA_LOSS', 'DATA_LOSS']);
  const { created = '' } = await made.dev({ acceptDataLoss: true });
  expect(made.script(created).match(/^(?:ALTER|DROP).*$/gmu)).toEqual([
    'DROP INDEX "Note_n_idx";',
    'ALTER TABLE "Note" DROP COLUMN "m",',
    'ALTER COLUMN "n" DROP DEFAULT;',
    'DROP TABLE "Tag";',
    'DROP TYPE "Kind";',
  ]);
  expect((await made.dev()).created).toBeUndefined();
});

test('a changed field gets the type of the schema after a change by the user', async (context) => {
  const made = await project(context, note());
  await made.dev();
  await made.sql(`CREATE EXTENSION citext; ALTER TABLE "Note" ALTER COLUMN text TYPE citext;
    ALTER TABLE "Note" ALTER COLUMN text SET DEFAULT 'own';
    INSERT INTO "Note" (text) VALUES ('5')`);
  expect((await made.dev()).created).toBeUndefined();
  made.models(note('', 'String @db.VarChar(20) @default("theirs")'));
  const { created = '' } = await made.dev({ acceptDataLoss: true });
  expect(made.script(created)).toContain('SET DATA TYPE VARCHAR(20)');
  expect(await made.sql('SELECT pg_typeof(text)::text AS type, text FROM "Note"')).toEqual([
    { type: 'character varying', text: '5' },
  ]);
});

test('a change by the user that equals the change of the schema needs no migration', async (context) => {
  const made = await project(context, note());
  await made.dev();
  await made.sql(`INSERT INTO "Note" (text) VALUES ('5')`);
  made.models(
    `${note('  own Int @default(7)\n', 'Int?')}model Own {\n  id Int @id\n  mood Mood\n}\nenum Mood {\n  good\n}\n`,
  );
  const sql = `ALTER TABLE "Note" ALTER COLUMN text TYPE integer USING text::integer, ALTER COLUMN text DROP NOT NULL;
    ALTER TABLE "Note" ADD COLUMN own int NOT NULL DEFAULT 7;
    CREATE TYPE "Mood" AS ENUM ('good');
    CREATE TABLE "Own" (id int NOT NULL, mood "Mood" NOT NULL, CONSTRAINT "Own_pkey" PRIMARY KEY (id));
    INSERT INTO "Own" VALUES (1, 'good');`;
  made.write('prisma/migrations/20260101003000_own/migration.sql', sql);
  expect((await made.dev()).created).toBeUndefined();
  expect((await made.push()).executedSteps).toBe(0);
  expect(await made.sql('SELECT * FROM "Note"')).toEqual([{ id: 1, text: 5, own: 7 }]);
  made.models(note('', 'Int?'));
  expect(await made.dev()).toMatchObject({ warnings: [] });
  expect(await made.sql('SELECT * FROM "Own"')).toEqual([{ id: 1, mood: 'good' }]);
  expect(await made.sql('SELECT own FROM "Note"')).toEqual([{ own: 7 }]);
});

test('objects on a renamed table and column stay', async (context) => {
  const made = await project(context, note());
  await made.dev();
  const sql = `ALTER TABLE "Note" ADD COLUMN own text DEFAULT 'x', ALTER COLUMN text SET DEFAULT 'y';
    CREATE INDEX own ON "Note" (text) INCLUDE (own);\n`;
  made.write('prisma/migrations/20260101003000_own/migration.sql', sql);
  await made.dev();
  await made.sql(`INSERT INTO "Note" DEFAULT VALUES`);
  made.models(note().replace('Note', 'Memo').replace('text', 'body'));
  const renames = [
    { kind: 'model', from: 'Note', to: 'Memo' },
    { kind: 'column', model: 'Memo', from: 'text', to: 'body' },
  ] as const;
  expect(await made.dev({ renames })).toMatchObject({ warnings: [] });
  expect((await made.dev({ renames })).created).toBeUndefined();
  await made.sql(`INSERT INTO "Memo" DEFAULT VALUES`);
  expect(await made.sql('SELECT body, own FROM "Memo"')).toEqual([
    { body: 'y', own: 'x' },
    { body: 'y', own: 'x' },
  ]);
  expect(await made.sql(`SELECT count(*) FROM pg_indexes WHERE indexname = 'own'`)).toEqual([{ count: '1' }]);
});

test('the rest of an earlier push does not block the application', async (context) => {
  const made = await project(context, note());
  await made.dev();
  await made.push();
  made.models(note('  needed Int\n  code String? @unique\n'));
  await made.push({ acceptDataLoss: true });
  made.models(note('  code String?\n'));
  expect((await failureOf(made.push())).message).toContain('`needed`');
  await made.push({ acceptDataLoss: true });
  await made.sql(`INSERT INTO "Note" (text, code) VALUES ('a', 'same'), ('b', 'same')`);
  await made.sql('DELETE FROM "Note"; ALTER TABLE "Note" ADD COLUMN needed int NOT NULL');
  expect((await failureOf(made.dev())).code).toBe('DATA_DRIFT');
});

test('an index that the user replaced or edited stays', async (context) => {
  const indexes = '  a Int\n  b Int\n  c Int\n  @@index([a])\n  @@index([b])\n  @@index([c, b(sort: Desc)])\n';
  const made = await project(context, note(`${indexes}  @@unique([text])\n`));
  const { created = '' } = await made.dev({ createOnly: true });
  const edited = made
    .script(created)
    .replace('ON "Note"("b")', 'ON "Note"("b") INCLUDE ("text")')
    .replace('ON "Note"("c", "b" DESC)', 'ON "Note"((c + b))')
    .replace('ON "Note"("text")', 'ON "Note"("text") WHERE id > 3');
  const own = 'DROP INDEX "Note_a_idx";\nCREATE INDEX "Note_a_idx" ON "Note" (a DESC);\n';
  made.write(`prisma/migrations/${created}/migration.sql`, `${edited}\n${own}`);
  await made.dev();
  made.models(note(`${indexes}  d Int?\n  @@unique([text])\n`));
  const added = await made.dev();
  expect(made.script(added.created ?? '')).toBe('-- AlterTable\nALTER TABLE "Note" ADD COLUMN     "d" INTEGER;\n');
  expect((await made.push()).executedSteps).toBe(0);
  const definitions = await made.sql(
    `SELECT regexp_replace(indexdef, '.*btree ', '') AS text FROM pg_indexes WHERE indexname ~ '_(idx|key)$' ORDER BY 1`,
  );
  expect(definitions.map(({ text }) => text)).toEqual([
    '(((c + b)))',
    '(a DESC)',
    '(b) INCLUDE (text)',
    '(text) WHERE (id > 3)',
  ]);
});
