import { join } from 'node:path';
import { fileDatabase, type FileDatabase } from '../../database/database-url.ts';
import { openDriver } from '../../database/open-driver.ts';
import { pushSchema } from '../../database/push.ts';
import { runSqliteScript } from '../../database/sqlite-run.ts';
import { dataMigrations, scriptPath, type DataMigration } from '../../plugin/data-migrations.ts';
import { readStatements } from '../../plugin/data-statements.ts';
import { sampleSettings } from '../../plugin/sample-settings.ts';
import { authsOf, type TestCase } from './cases.ts';
import type { Bench, Fault } from './check-case.ts';
import { withPlugin } from './projects.ts';
import type { LawResult } from './result.ts';

/** Result of the data migrations; without any, both lists are empty. */
export interface MigrationResults {
  readonly testCase: TestCase;
  readonly faults: readonly Fault[];
  readonly laws: readonly LawResult[];
}

const law = 'migration';

/**
 * Checks the data migrations of a plugin: each script runs on the SQLite schema of a project with the plugin, and changes
 * only tables that the plugin adds or extends.
 */
export async function checkMigrations(bench: Bench): Promise<MigrationResults> {
  const { manifest, files } = bench.plugin;
  const migrations = dataMigrations(files, { manifest, place: '' });
  const settings = sampleSettings(manifest.settings);
  const auth = authsOf(bench.plugin).at(-1) ?? false;
  const testCase: TestCase = { database: 'file', graph: 'none', auth, neighbour: 'none', settings };
  if (migrations.length === 0) return { testCase, faults: [], laws: [] };
  if (!manifest.databases.includes('file')) {
    const reason = 'The scripts run only on SQLite, which the plugin does not support.';
    return { testCase, faults: [], laws: [{ law, status: 'unchecked', cases: 0, reason }] };
  }
  const faults = await faultsOf(migrations, testCase, bench);
  return { testCase, faults, laws: [{ law, status: faults.length === 0 ? 'held' : 'broken', cases: 1 }] };
}

async function faultsOf(
  migrations: readonly DataMigration[],
  testCase: TestCase,
  { plugin, projects, starts }: Bench,
): Promise<readonly Fault[]> {
  const state = projects.copy((await starts.take(testCase, { hasNeighbour: false })).state);
  try {
    const database = fileDatabase(join(state.root, 'law.db'));
    const before = await tablesOf(state.root, database);
    const text = withPlugin(state.text, plugin.manifest.name, testCase.settings);
    await projects.add(state, await projects.run(plugin, text), testCase.settings);
    const after = await tablesOf(state.root, database);
    const own = new Set([...after].flatMap(([name, columns]) => (before.get(name) === columns ? [] : [name])));
    const faults: Fault[] = [];
    for (const { version, scripts } of migrations) {
      faults.push(...foreignTables(version, scripts, own), ...(await failure(version, scripts.file ?? '', database)));
    }
    return faults;
  } finally {
    projects.delete(state);
  }
}

/** Changes the database to the schema of the project, and returns its tables with their columns as text. */
async function tablesOf(root: string, database: FileDatabase): Promise<ReadonlyMap<string, string>> {
  await pushSchema({ root, env: { DATABASE_URL: database.url }, acceptDataLoss: true });
  const tables = await (await openDriver(database)).tables();
  return new Map([...tables].map(([name, columns]) => [name, JSON.stringify(columns)]));
}

function foreignTables(version: string, scripts: DataMigration['scripts'], own: ReadonlySet<string>): readonly Fault[] {
  return (['file', 'relational'] as const).flatMap((kind) => {
    const foreign = readStatements(scripts[kind] ?? '').tables.filter((table) => !own.has(table));
    if (foreign.length === 0) return [];
    const message = `The data migration ${version} changes tables that the plugin neither adds nor extends: ${foreign.join(', ')}.`;
    return [{ law, message, where: { file: scriptPath(version, kind) } }];
  });
}

async function failure(version: string, script: string, database: FileDatabase): Promise<readonly Fault[]> {
  try {
    await runSqliteScript(database, script);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The data migration ${version} fails on the schema of a project with the plugin: ${reason}.`;
    return [{ law, message, where: { file: scriptPath(version, 'file') } }];
  }
}
