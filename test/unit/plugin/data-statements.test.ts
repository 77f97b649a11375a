import { describe, expect, test } from 'vitest';
import { dataStatements } from '../../../src/plugin/data-statements.ts';

const kinds = ['file', 'relational'] as const;

describe('accepts statements that change rows', () => {
  const accepted: readonly (readonly [script: string, tables: readonly string[]])[] = [
    [`UPDATE "Note" SET "length" = length("text");`, ['Note']],
    [`-- Comment; DROP TABLE x\nUPDATE note SET a = 'it''s; DROP'`, ['note']],
    [`INSERT INTO "A" ("id") SELECT "id" FROM "B" ON CONFLICT ("id") DO UPDATE SET "id" = 1;`, ['A']],
    [`DELETE FROM "A"; UPDATE "public"."B" SET x = 1 WHERE id IN (SELECT id FROM "C" FOR UPDATE);`, ['A', 'B']],
    [`INSERT OR IGNORE INTO "A" VALUES (1); UPDATE OR ROLLBACK "B" SET x = 1;`, ['A', 'B']],
    [`WITH gone AS (DELETE FROM ONLY "A" RETURNING id) UPDATE ONLY "B" SET x = 1;`, ['A', 'B']],
    [`UPDATE "A" SET "price" = '$5', "path" = 'C:\\new';`, ['A']],
  ];
  test.each(accepted)('%s', (script, tables) => {
    for (const kind of kinds) expect(dataStatements(script, kind)).toMatchObject({ tables });
  });

  test('and brackets only on PostgreSQL, where they do not quote names', () => {
    const script = `UPDATE "A" SET "tags" = ARRAY['x'] WHERE "tags"[1] = 'y';`;
    expect(dataStatements(script, 'relational')).toEqual({ count: 1, tables: ['A'] });
    expect(dataStatements(script, 'file')).toMatch(/outside a string/u);
  });
});

describe('refuses', () => {
  const refused: readonly (readonly [what: string, script: string])[] = [
    ['an empty script', ' -- nothing\n'],
    ['a change of the schema', 'ALTER TABLE "A" ADD COLUMN x INT;'],
    ['a drop after an update', 'UPDATE "A" SET x = 1; DROP TABLE "B";'],
    ['the end of the transaction', 'UPDATE "A" SET x = 1; COMMIT; DELETE FROM "A";'],
    ['a file as a database', `ATTACH DATABASE '/etc/app.db' AS other;`],
    ['a program', `COPY "A" FROM PROGRAM 'id';`],
    ['a block of code', 'DO $$ BEGIN DELETE FROM "A"; END $$;'],
    ['a query', 'SELECT 1;'],
    ['a query in WITH', 'WITH x AS (SELECT 1) SELECT * FROM x;'],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON "A" BEGIN DELETE FROM "A"; END;'],
    ['a prepared statement', 'PREPARE gone AS DELETE FROM "A";'],
    ['the qualified history of migrations', 'DELETE FROM public._prisma_migrations;'],
    ['a setting', 'PRAGMA writable_schema = 1;'],
    ['a file of the server', `UPDATE "A" SET x = pg_read_file('/etc/passwd');`],
    ['a file of the server with a quoted name', `UPDATE "A" SET x = "pg_read_file"('/etc/passwd');`],
    ['a qualified catalogue', `UPDATE "A" SET x = (SELECT rolpassword FROM pg_catalog.pg_authid LIMIT 1);`],
    ['a native extension', `UPDATE "A" SET x = load_extension('/tmp/a.so');`],
    ['another server', `INSERT INTO "A" SELECT * FROM dblink('host=x', 'SELECT 1') AS t(id text);`],
    ['the history of migrations', `DELETE FROM "_prisma_migrations";`],
    ['the catalogue of SQLite', `UPDATE sqlite_master SET sql = '';`],
  ];
  test.each(refused)('%s', (_what, script) => {
    for (const kind of kinds) expect(typeof dataStatements(script, kind)).toBe('string');
  });

  // A simple tokenizer reads a statement of each script as part of a string, but a database runs it.
  const hidden: readonly (readonly [what: string, script: string])[] = [
    ['a nested comment', `UPDATE "A" SET x = 1 /* /* */ ' */; DROP TABLE "B"; --'`],
    ['a carriage return after a comment', 'UPDATE "A" SET x = 1; -- \rDROP TABLE "B";'],
    ['a dollar quote after a number', `UPDATE "A" SET x = 1$$ ' $$ ; DROP TABLE "B"; --'`],
    ['a string with the prefix E', `UPDATE "A" SET x = e'\\'; ATTACH 'b' AS c; --'`],
    ['an unclosed string', `UPDATE "A" SET x = 'y`],
    ['an unclosed name', `UPDATE "A" SET "x = 1`],
    ['a NUL character', `UPDATE "A" SET x = 'y\0z'`],
    ['a direction mark', 'UPDATE "A" SET x = 1; --\u202E'],
  ];
  test.each(hidden)('%s', (_what, script) => {
    for (const kind of kinds) expect(typeof dataStatements(script, kind)).toBe('string');
  });

  test('quotes of SQLite that PostgreSQL does not have', () => {
    for (const script of ["UPDATE [A'] SET x = 1; DROP TABLE B; --'", "UPDATE `A'` SET x = 1; DROP TABLE B; --'"]) {
      expect(typeof dataStatements(script, 'file')).toBe('string');
    }
  });
});
