import { describe, expect, test } from 'vitest';
import { managedObjects } from '../../../src/database/managed-objects.ts';
import { onlineParts } from '../../../src/database/online-migration.ts';
import { concurrentStatements, isRepeatable } from '../../../src/database/repeatable-script.ts';
import { tableLocks } from '../../../src/database/table-locks.ts';

const former = managedObjects([
  `-- CreateTable
CREATE TABLE "Ticket" ("id" TEXT NOT NULL, "title" TEXT, "code" VARCHAR(10), "price" DECIMAL(10,2), "at" TIMESTAMP(3), "count" INTEGER);`,
]);

const locks = (script: string) =>
  tableLocks(script, former).map(({ table, kind, name, online }) => [table, kind, name, online]);
const columnType = (type: string) => locks(`ALTER TABLE "Ticket" ALTER COLUMN ${type};`).length;

describe('the locks of a script', () => {
  test.each([
    ['CREATE INDEX "i" ON "Ticket"("title");', ['index', 'i', true]],
    ['CREATE UNIQUE INDEX "i" ON ONLY "public"."Ticket" USING btree ("title");', ['index', 'i', true]],
    ['CREATE INDEX ON "Ticket"("title");', ['index', '', false]],
    ['ALTER TABLE "Ticket" ALTER COLUMN "title" SET NOT NULL;', ['not null', 'title', true]],
    ['ALTER TABLE ONLY "public"."Ticket" ALTER "title" SET NOT NULL;', ['not null', 'title', true]],
    ['ALTER TABLE "Ticket" ADD CONSTRAINT "c" FOREIGN KEY ("a") REFERENCES "B"("id");', ['foreign key', 'c', true]],
    ['ALTER TABLE "Ticket" ADD FOREIGN KEY ("a") REFERENCES "B"("id");', ['foreign key', '', false]],
    ['ALTER TABLE "Ticket" ADD CONSTRAINT "c" CHECK ("count" > 0);', ['check', 'c', true]],
    ['ALTER TABLE "Ticket" ADD CONSTRAINT "c" UNIQUE ("title");', ['unique', 'c', false]],
    ['ALTER TABLE "Ticket" ADD CONSTRAINT "c" PRIMARY KEY ("id");', ['primary key', 'c', false]],
    ['ALTER TABLE "Ticket" ADD CONSTRAINT "c" EXCLUDE USING gist ("at" WITH =);', ['exclude', 'c', false]],
    ['ALTER TABLE "Ticket" ALTER COLUMN "count" SET DATA TYPE BIGINT;', ['column type', 'count', false]],
    ['ALTER TABLE "Ticket" ADD COLUMN "n" SERIAL NOT NULL;', ['new column', 'n', false]],
    ['ALTER TABLE "Ticket" ADD COLUMN "n" UUID DEFAULT gen_random_uuid();', ['new column', 'n', false]],
    ['ALTER TABLE "Ticket" ADD COLUMN "n" INT GENERATED ALWAYS AS (1) STORED;', ['new column', 'n', false]],
  ])('contain %s', (script, lock) => {
    expect(locks(script)).toEqual([['Ticket', ...lock]]);
  });

  test.each([
    'CREATE INDEX CONCURRENTLY "i" ON "Ticket"("title");',
    'ALTER TABLE "Ticket" ADD CONSTRAINT "c" CHECK ("count" > 0) NOT VALID;',
    'ALTER TABLE "Ticket" ADD CONSTRAINT "c" FOREIGN KEY ("a") REFERENCES "B"("id") NOT VALID;',
    'ALTER TABLE "Ticket" ADD CONSTRAINT "c" UNIQUE USING INDEX "i";',
    'ALTER TABLE "Ticket" VALIDATE CONSTRAINT "c";',
    `ALTER TABLE "Ticket" ADD COLUMN "n" TEXT NOT NULL DEFAULT 'f(x)', ADD COLUMN "m" TIMESTAMP(3) DEFAULT now();`,
    'ALTER TABLE "Ticket" ADD COLUMN "n" TIMESTAMP(3) DEFAULT CURRENT_TIMESTAMP, DROP COLUMN "count";',
    'ALTER TABLE "Ticket" ALTER COLUMN "title" DROP NOT NULL, ALTER COLUMN "count" SET DEFAULT 1;',
    'DROP INDEX "i"; DROP TABLE "Ticket"; ALTER TABLE "Ticket" RENAME COLUMN "title" TO "name";',
    'CREATE TABLE "New" ("id" TEXT NOT NULL); CREATE INDEX "i" ON "New"("id");',
    `CREATE FUNCTION f() RETURNS void AS $$ CREATE INDEX i ON "Ticket"("title"); $$ LANGUAGE sql;`,
    '-- This is an empty migration.',
  ])('do not contain %s', (script) => {
    expect(locks(script)).toEqual([]);
  });

  test('contain a column type only if the rows are written again', () => {
    const kept = [
      '"code" SET DATA TYPE TEXT',
      '"code" SET DATA TYPE VARCHAR(20)',
      '"price" SET DATA TYPE DECIMAL(12,2)',
    ];
    const rewritten = [
      '"code" SET DATA TYPE VARCHAR(5)',
      '"title" SET DATA TYPE VARCHAR(20)',
      '"price" SET DATA TYPE DECIMAL(12,3)',
      '"at" TYPE TIMESTAMP(0)',
      '"code" TYPE TEXT USING upper("code")',
      '"unknown" TYPE TEXT',
    ];
    expect([...kept, '"at" TYPE TIMESTAMP(6)'].map(columnType)).toEqual([0, 0, 0, 0]);
    expect(rewritten.map(columnType)).toEqual(rewritten.map(() => 1));
  });
});

const parts = (script: string, renaming = '') =>
  onlineParts({ script, renaming }, former).map(({ suffix, script: text }) => [suffix, text]);

describe('the online form', () => {
  test('keeps other statements and the warnings in the first migration, after renames', () => {
    const script = `/*
  Warnings:
*/
-- AlterTable
ALTER TABLE "Ticket" ALTER COLUMN "title" SET NOT NULL,
ALTER COLUMN "title" SET DEFAULT 'a;b';

-- CreateIndex
CREATE INDEX "i" ON "Ticket"("title");

-- AddForeignKey
ALTER TABLE "Ticket" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "B"("id") ON DELETE SET NULL;
`;
    expect(parts(script, '-- Rename\nALTER TABLE "Old" RENAME TO "Ticket";\n')).toEqual([
      [
        '',
        `/*
  Warnings:
*/
-- Rename
ALTER TABLE "Old" RENAME TO "Ticket";

-- AlterTable
ALTER TABLE "Ticket" DROP CONSTRAINT IF EXISTS "title_is_not_null",
ADD CONSTRAINT "title_is_not_null" CHECK ("title" IS NOT NULL) NOT VALID,
ALTER COLUMN "title" SET DEFAULT 'a;b';

-- AddForeignKey
ALTER TABLE "Ticket" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "B"("id") ON DELETE SET NULL NOT VALID;
`,
      ],
      [
        'validate',
        `-- AlterTable
ALTER TABLE "Ticket" VALIDATE CONSTRAINT "title_is_not_null";

-- AlterTable
ALTER TABLE "Ticket" VALIDATE CONSTRAINT "f";
`,
      ],
      [
        'not_null',
        `-- AlterTable
ALTER TABLE "Ticket" ALTER COLUMN "title" SET NOT NULL;

-- AlterTable
ALTER TABLE "Ticket" DROP CONSTRAINT "title_is_not_null";
`,
      ],
      ['i', '-- CreateIndex\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "i" ON "Ticket"("title");\n'],
    ]);
  });

  test('drops a replaced index after the new index exists', () => {
    const script = '-- DropIndex\nDROP INDEX "old";\n\n-- CreateIndex\nCREATE INDEX "new" ON "Ticket"("title");\n';
    expect(parts(script)).toEqual([
      ['', '-- CreateIndex\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "new" ON "Ticket"("title");\n'],
      ['drop_index', '-- DropIndex\nDROP INDEX IF EXISTS "old";\n'],
    ]);
  });

  test.each([
    ['an index with the name of a dropped index', 'DROP INDEX "i";\nCREATE INDEX "i" ON "Ticket"("title" DESC);\n'],
    [
      'a unique index to which a new foreign key refers',
      `CREATE UNIQUE INDEX "i" ON "Ticket"("title", "code");
ALTER TABLE "New" ADD CONSTRAINT "f" FOREIGN KEY ("a", "b") REFERENCES "Ticket"("code", "title") NOT VALID;\n`,
    ],
    [
      'a column whose helper constraint has no name',
      `ALTER TABLE "Ticket" ALTER COLUMN "${'n'.repeat(55)}" SET NOT NULL;\n`,
    ],
  ])('leaves %s unchanged', (_name, script) => {
    expect(parts(script)).toEqual([['', script]]);
    expect(tableLocks(script, former)).toMatchObject([{ online: false }]);
  });

  test('drops an index before the type of a column changes', () => {
    const script = `-- DropIndex
DROP INDEX "old";

-- AlterTable
ALTER TABLE "Ticket" ALTER COLUMN "count" SET DATA TYPE TEXT;

-- CreateIndex
CREATE INDEX "new" ON "Ticket"("title");
`;
    expect(parts(script).map(([, text]) => text)).toEqual([
      expect.stringMatching(/^-- DropIndex\nDROP INDEX "old";\n\n-- AlterTable\nALTER TABLE .* TEXT;\n$/),
      expect.stringContaining('CONCURRENTLY'),
    ]);
  });

  test('does not change a script without locks', () => {
    const script = '-- AlterTable\nALTER TABLE "Ticket" ADD COLUMN "n" TEXT;\n';
    expect(parts(script)).toEqual([['', script]]);
    expect(parts('-- This is an empty migration.')).toEqual([['', '-- This is an empty migration.']]);
  });

  test('has no locks, and its objects belong to Genlock', () => {
    const script = `-- AlterTable
ALTER TABLE "Ticket" ALTER COLUMN "title" SET NOT NULL;
-- CreateIndex
CREATE UNIQUE INDEX "i" ON "Ticket"("title");
-- AddForeignKey
ALTER TABLE "Ticket" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "B"("id");
`;
    const scripts = onlineParts({ script, renaming: '' }, former).map((part) => part.script);
    expect(scripts.flatMap((text) => tableLocks(text, former))).toEqual([]);
    const created = '-- CreateTable\nCREATE TABLE "Ticket" ("title" TEXT);\n';
    const found = managedObjects([created, ...scripts]);
    expect(found).toEqual(managedObjects([created, script]));
    expect(
      managedObjects([created, ...scripts, '-- DropIndex\nDROP INDEX CONCURRENTLY IF EXISTS "i";']).indexes,
    ).toEqual(new Set());
  });
});

describe('a script that runs without a transaction', () => {
  test.each([
    'CREATE INDEX CONCURRENTLY "i" ON "Ticket"("title");',
    'create unique index concurrently if not exists i on public.ticket (title)',
    'DROP INDEX CONCURRENTLY IF EXISTS "i"; -- comment\nCREATE INDEX CONCURRENTLY "i" ON "Ticket"("title");',
    'REINDEX INDEX CONCURRENTLY "i";',
  ])('is %s', (script) => {
    expect(concurrentStatements(script)).toHaveLength(script.includes('DROP') ? 2 : 1);
    expect(isRepeatable(script)).toBe(true);
  });

  test.each([
    '',
    'CREATE INDEX "i" ON "Ticket"("title");',
    'CREATE INDEX CONCURRENTLY ON "Ticket"("title");',
    'CREATE INDEX CONCURRENTLY "i" ON "Ticket"("title"); ALTER TABLE "Ticket" ADD COLUMN "n" TEXT;',
    'DROP INDEX "concurrently";',
    'REINDEX TABLE CONCURRENTLY "Ticket";',
    'VACUUM;',
  ])('is not %s', (script) => {
    expect(concurrentStatements(script)).toBeUndefined();
    expect(isRepeatable(script)).toBe(false);
  });

  test('is not a script of VALIDATE CONSTRAINT, which can be repeated', () => {
    const script = 'ALTER TABLE "Ticket" VALIDATE CONSTRAINT "c";\nALTER TABLE "Ticket" VALIDATE CONSTRAINT "d";';
    expect(concurrentStatements(script)).toBeUndefined();
    expect(isRepeatable(script)).toBe(true);
    expect(isRepeatable(`${script} DROP INDEX "i";`)).toBe(false);
    expect(isRepeatable('ALTER TABLE "Ticket" VALIDATE CONSTRAINT "c", ADD COLUMN "n" TEXT;')).toBe(false);
  });
});
