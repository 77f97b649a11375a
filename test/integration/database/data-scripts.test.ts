import { describe, expect, test } from 'vitest';
import { failureOf, kinds, projectOn } from '../../unit/database/project.ts';

const models = 'model Note {\n  id String @id\n  text String\n}\n';
const sized = models.replace('text String', 'text String\n  size Int?');
const title = 'notes 1.1.0';
const update = 'UPDATE "Note" SET "size" = length("text");';

describe.each(kinds)('on %s', (kind) => {
  test('data scripts run after the schema migration, each in one transaction', async (context) => {
    const project = await projectOn(context, { kind, models });
    await project.dev();
    await project.sql(`INSERT INTO "Note" ("id", "text") VALUES ('1', 'abc')`);
    project.models(sized);
    const { applied, data } = await project.dev({ dataScripts: [{ title, script: update }] });
    expect(applied.map((name) => name.slice(15))).toEqual(['update', 'notes_1_1_0']);
    expect(data).toEqual(applied.slice(1));
    const broken = { title: 'notes 1.2.0', script: `UPDATE "Note" SET "size" = 0; UPDATE "Absent" SET "size" = 1;` };
    expect((await failureOf(project.dev({ dataScripts: [broken] }))).code).toBe('DATA_MIGRATION_FAILED');
    expect(await project.sql('SELECT "size" FROM "Note"')).toEqual([{ size: 3 }]);
  });
});
