import { mkdirSync } from 'node:fs';
import { describe, expect, test, type TestContext } from 'vitest';
import { knownErrors } from '../../../src/database/engine-error.ts';
import { failureOf, kinds, type Project, projectOn } from '../../unit/database/project.ts';
import { needPostgres } from '../../support/postgres.ts';
import { limited, nameOf, onServer } from './limited-user.ts';

const note = 'model Note {\n  id   String @id\n  text String\n}\n';
const uniqueNote = note.replace('text String', 'text String @unique');

async function migrated(context: TestContext, kind: (typeof kinds)[number]): Promise<Project> {
  const project = await projectOn(context, { kind, models: note });
  await project.dev();
  return project;
}

describe.each(kinds)('on %s', (kind) => {
  test('push reports rows that break a unique constraint (P2002) and keeps them', async (context) => {
    const project = await migrated(context, kind);
    await project.sql(`INSERT INTO "Note" VALUES ('1', 'a'), ('2', 'a')`);
    project.models(uniqueNote);
    const error = await failureOf(project.push({ acceptDataLoss: true }));
    expect(error.code).toBe('DATA_UNEXECUTABLE');
    expect(error.message).toMatch(/^P2002: .*Note[._]text/);
    expect(error.problems[0]?.hint).toBe(knownErrors['P2002']?.hint);
    expect(await project.sql('SELECT id FROM "Note" ORDER BY id')).toEqual([{ id: '1' }, { id: '2' }]);
  });

  test('deploy names a migration that fails (P3018), and the next one is blocked (P3009)', async (context) => {
    const project = await migrated(context, kind);
    await project.sql(`INSERT INTO "Note" VALUES ('1', 'a'), ('2', 'a')`);
    project.write('prisma/migrations/20270101000000_x/migration.sql', 'CREATE UNIQUE INDEX u ON "Note"("text");\n');
    expect(await failureOf(project.deploy())).toMatchObject({
      code: 'DATA_MIGRATION_FAILED',
      message: expect.stringMatching(/^P3018: migration 20270101000000_x failed: /),
    });
    expect((await failureOf(project.deploy())).code).toBe('DATA_MIGRATION_PENDING_FAILED');
  });

  test('a damaged history ends as DATA_ENGINE', async (context) => {
    const project = await migrated(context, kind);
    await project.sql('ALTER TABLE _prisma_migrations DROP COLUMN checksum');
    for (const failing of [() => project.dev(), () => project.deploy(), () => project.status()]) {
      const error = await failureOf(failing());
      expect(error.code).toBe('DATA_ENGINE');
      expect(error.message).toContain('checksum');
    }
  });
});

test('refuses a folder as an SQLite file (P1001)', async (context) => {
  const project = await projectOn(context, { kind: 'sqlite', models: note });
  mkdirSync(`${project.root}/folder`);
  project.url = 'file:./folder';
  const error = await failureOf(project.deploy());
  expect(error).toMatchObject({ code: 'DATA_UNREACHABLE', message: expect.stringMatching(/^P1001: /) });
});

describe('on postgresql only', () => {
  test('a read-only database is reported and unchanged', async (context) => {
    const project = await migrated(context, 'postgresql');
    await onServer(`ALTER DATABASE "${nameOf(project)}" SET default_transaction_read_only = on`);
    project.models(uniqueNote);
    const push = () => project.push({ acceptDataLoss: true });
    for (const failing of [push, () => project.dev({ acceptDataLoss: true }), () => project.reset()]) {
      expect((await failureOf(failing())).code).toBe('DATA_READ_ONLY');
    }
    expect(project.migrations).toHaveLength(1);
  });

  test('reports a missing permission and a used connection limit', async (context) => {
    needPostgres(context);
    const project = await limited(context, { models: note });
    const name = nameOf(project);
    await onServer(`ALTER DATABASE "${name}" OWNER TO postgres; REVOKE ALL ON DATABASE "${name}" FROM public`);
    expect(await failureOf(project.deploy())).toMatchObject({
      code: 'DATA_ACCESS_DENIED',
      message: expect.stringMatching(/^P1010: /),
    });
    await onServer(`GRANT CONNECT ON DATABASE "${name}" TO "${name}"`);
    for (const failing of [() => project.deploy(), () => project.push()]) {
      const { problems } = await failureOf(failing());
      expect(problems).toMatchObject([{ code: 'DATA_ACCESS_DENIED', hint: knownErrors['42501']?.hint }]);
    }
    await onServer(`ALTER ROLE "${name}" CONNECTION LIMIT 1`);
    expect((await failureOf(project.push())).problems).toMatchObject([
      { code: 'DATA_UNREACHABLE', hint: knownErrors['53300']?.hint },
    ]);
  });

  test('a column that a view uses cannot be dropped', async (context) => {
    const project = await migrated(context, 'postgresql');
    await project.sql('CREATE VIEW texts AS SELECT text FROM "Note"');
    project.models('model Note {\n  id String @id\n}\n');
    const { problems } = await failureOf(project.push({ acceptDataLoss: true }));
    expect(problems).toMatchObject([{ code: 'DATA_UNEXECUTABLE', hint: knownErrors['2BP01']?.hint }]);
    expect(await project.sql('SELECT * FROM texts')).toEqual([]);
  });
});
