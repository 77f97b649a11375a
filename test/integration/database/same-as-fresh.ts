import { expect, type TestContext } from 'vitest';
import { parseDatabaseUrl } from '../../../src/database/database-url.ts';
import { openDriver } from '../../../src/database/open-driver.ts';
import { type kinds, type Project, projectOn } from '../../unit/database/project.ts';

type Kind = (typeof kinds)[number];

/**
 * Checks that the migrations result in the same database as one fresh migration: the engine finds no difference, and
 * all tables, columns, indexes and constraints have the same names.
 */
export async function expectSameAsFresh(project: Project, context: TestContext): Promise<void> {
  const kind: Kind = project.url.startsWith('file:') ? 'sqlite' : 'postgresql';
  expect((await project.dev()).created).toBeUndefined();
  const fresh = await projectOn(context, { kind, models: project.read('prisma/schema/models.prisma') });
  await fresh.dev();
  expect(await shapeOf(project, kind)).toEqual(await shapeOf(fresh, kind));
}

async function shapeOf(project: Project, kind: Kind) {
  const tables = await (await openDriver(parseDatabaseUrl(project.url, project.root))).tables();
  const columns = [...tables].flatMap(([table, list]) => list.map(({ name, type }) => `${table}.${name} ${type}`));
  return { columns: columns.sort(), names: await project.sql(namesSql[kind]) };
}

const namesSql: Readonly<Record<Kind, string>> = {
  sqlite: `SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' ORDER BY name`,
  postgresql: `SELECT conname AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT typname, typtype::text FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype = 'e'
    ORDER BY 1, 2`,
};
