import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { Client } from 'pg';
import { type Database, parseDatabaseUrl } from '../../../src/database/database-url.ts';
import { type Drop, isAbout, lossesOf } from '../../../src/database/drops.ts';
import { unknownSentences } from '../../../src/database/enum-values.ts';
import { type DevQuestion, migrateDev } from '../../../src/database/migrate-dev.ts';
import { readMigrations, writeMigration } from '../../../src/database/migration-folder.ts';
import { openDriver } from '../../../src/database/open-driver.ts';
import { renaming } from '../../../src/database/renaming.ts';
import { type EngineTarget, noFilters, schemasContainer, withEngine } from '../../../src/database/schema-engine.ts';
import { renderPrismaSchema, schemaFolder } from '../../../src/data-layer/prisma-schema.ts';
import { renamesOf } from '../../../src/data-layer/renames.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import type { ProjectState } from './project.ts';
import { configOf, type Kind } from './stored.ts';

/** A database that a history changes. */
export interface World {
  readonly kind: Kind;
  /** Migrates to the state if the only losses are the expected ones. Returns the reason of a refusal. */
  migrate(state: ProjectState, expected: readonly Drop[]): Promise<string | undefined>;
  /** Runs a query. Returns each row as JSON. */
  rows(query: string): Promise<readonly string[]>;
  run(statements: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Returns whether each loss is about an expected object. */
function areExpected(losses: readonly string[], expected: readonly Drop[]): boolean {
  return losses.every((loss) => expected.some((drop) => isAbout(loss, drop)));
}

/** Creates a database file in an empty folder. */
export async function fileWorld(folder: string): Promise<World> {
  const name = 'dev';
  const database = parseDatabaseUrl(`file:./${name}.db`, folder);
  const client = () => createClient({ url: `file:${join(folder, `${name}.db`)}` });
  const path = join(folder, `${name}.db`);
  const target = await targetOf(database, folder);
  return {
    kind: 'sqlite',
    // The engine rebuilds tables, which must not happen in a transaction of the caller. A refusal restores the file.
    migrate: async (state, expected) => {
      await withSql(client, async (sql) => sql.execute('PRAGMA user_version = 1'));
      copyFileSync(path, `${path}.before`);
      const refused = await apply({ ...target, schema: schemaOf(state, 'sqlite') }, { state, expected });
      if (refused !== undefined) copyFileSync(`${path}.before`, path);
      return refused;
    },
    rows: (query) =>
      withSql(client, async (sql) => (await sql.execute(query)).rows.map((row) => JSON.stringify(Array.from(row)))),
    run: (statements) => withSql(client, async (sql) => void (await sql.batch([...statements], 'write'))),
    close: async () => {
      for (const end of ['', '.before']) rmSync(path + end, { force: true });
    },
  };
}

/** Opens a project in an empty folder, which migrates with a migration folder and a shadow database. */
export async function projectWorld(root: string): Promise<World> {
  const world = await fileWorld(root);
  let minute = 0;
  return {
    ...world,
    migrate: async (state, expected) => {
      rmSync(join(root, schemaFolder), { recursive: true, force: true });
      mkdirSync(join(root, schemaFolder), { recursive: true });
      for (const [path, text] of schemaOf(state, world.kind)) writeFileSync(join(root, path), text);
      const given = { root, env: { DATABASE_URL: 'file:./dev.db' }, createOnly: false, acceptDataLoss: false };
      const onQuestion = async (question: DevQuestion) =>
        question.kind === 'data-loss' && areExpected(question.warnings, expected);
      const renames = renamesOf(configOf(state, world.kind));
      const now = new Date(Date.UTC(2026, 0, 1, 0, (minute += 1)));
      try {
        await migrateDev({ ...given, renames, onQuestion, now });
        return undefined;
      } catch (error) {
        // A failed migration has changed the database.
        return refusalOf(error, ['DATA_LOSS', 'DATA_UNEXECUTABLE', 'DATA_RELATION_AMBIGUOUS']);
      }
    },
  };
}

/** Returns the message of an expected error. Throws every other error. */
function refusalOf(error: unknown, codes: readonly string[]): string {
  if (!(error instanceof GenlockError && codes.includes(error.code))) throw error;
  return error.message;
}

async function withSql<Result>(
  open: () => ReturnType<typeof createClient>,
  work: (sql: ReturnType<typeof createClient>) => Promise<Result>,
): Promise<Result> {
  const sql = open();
  try {
    return await work(sql);
  } finally {
    sql.close();
  }
}

/**
 * Creates a schema in a database. Many histories share one database.
 *
 * @param url of the database
 */
export async function schemaWorld(url: string, name: string): Promise<World> {
  const client = new Client(url);
  await client.connect();
  await client.query(`CREATE SCHEMA ${name}; SET search_path TO ${name}`);
  const target = await targetOf(parseDatabaseUrl(`${url}?schema=${name}&sslmode=disable`, ''), '');
  return {
    kind: 'postgresql',
    migrate: (state, expected) => apply({ ...target, schema: schemaOf(state, 'postgresql') }, { state, expected }),
    rows: async (text) => {
      const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
      return rows.map((row) => JSON.stringify(row));
    },
    run: async (statements) => void (await client.query(statements.join(';'))),
    close: async () => {
      await client.query(`DROP SCHEMA ${name} CASCADE`);
      await client.end();
    },
  };
}

type Target = Omit<EngineTarget, 'schema'>;

async function targetOf(database: Database, root: string): Promise<Target> {
  return { root, database, driver: await openDriver(database) };
}

function schemaOf(state: ProjectState, kind: Kind): ReadonlyMap<string, string> {
  return renderPrismaSchema(resolveModel(configOf(state, kind)));
}

/** Writes the statements to the history, which shows completed renames of values on SQLite. */
async function noteStatements(root: string, statements: readonly string[]): Promise<void> {
  const count = (await readMigrations(root)).migrationDirectories.length;
  const name = String(count).padStart(14, '0');
  await writeMigration(root, { name, script: statements.join(';\n'), provider: 'sqlite' });
}

interface Change {
  readonly state: ProjectState;
  readonly expected: readonly Drop[];
}

/** Does the steps of `db migrate dev` without a migration folder and a shadow database, which take most of its time. */
async function apply(target: EngineTarget, { state, expected }: Change): Promise<string | undefined> {
  const isFile = target.database.provider === 'sqlite';
  const renames = renamesOf(configOf(state, isFile ? 'sqlite' : 'postgresql'));
  const planned = await renaming(target, { renames, known: undefined }).catch((error: unknown) =>
    refusalOf(error, ['DATA_RELATION_AMBIGUOUS']),
  );
  if (typeof planned === 'string') return planned;
  const { statements, drops, unknown, merges } = planned;
  const losses = [...lossesOf([], drops), ...unknownSentences(unknown), ...merges];
  if (!areExpected(losses, expected)) return losses.join('\n');
  return withEngine(target, async ({ call, execute, together }) => {
    if (!isFile) await execute('BEGIN');
    for (const statement of statements) await execute(statement);
    const push = (force: boolean) =>
      call((engine) =>
        together(() => engine.schemaPush({ schema: schemasContainer(target.schema), force, filters: noFilters })),
      );
    const { warnings, unexecutable } = await push(false);
    const told = warnings.filter((warning) => !/^The values? \[/.test(warning));
    const isRefused = unexecutable.length > 0 || !areExpected(told, expected);
    if (!isRefused && warnings.length > 0) await push(true);
    if (!isFile) await execute(isRefused ? 'ROLLBACK' : 'COMMIT');
    if (isFile && !isRefused) await noteStatements(target.root, statements);
    return isRefused ? [...unexecutable, ...told].join('\n') : undefined;
  });
}
