import { GenlockError } from '../errors/error.ts';
import { databaseLabel } from './database-url.ts';
import { mentions, quoted } from './kept-objects.ts';
import { migrationScripts, readMigrations } from './migration-folder.ts';
import type { EngineTarget } from './schema-engine.ts';
import { schemaModels } from './schema-models.ts';

/**
 * Refuses a database in which an interrupted rebuild left the rows of a model in a table such as `new_Ticket`. Prisma's
 * own engine and earlier versions rebuild tables without a transaction.
 *
 * @throws GenlockError `DATA_REBUILD`
 */
export async function refuseLeftovers({ root, schema, database, driver }: EngineTarget): Promise<void> {
  if (database.provider !== 'sqlite') return;
  const tables = await driver.tables();
  const models = (await schemaModels(schema)).map(({ table }) => table);
  const left = models.find((table) => tables.has(`new_${table}`) && !models.includes(`new_${table}`));
  if (left === undefined) return;
  const name = `new_${left}`;
  const scripts = migrationScripts(await readMigrations(root));
  const isRenamed = scripts.some((script) => script.includes(`ALTER TABLE ${quoted(name)} RENAME TO`));
  if (!isRenamed && scripts.some((script) => mentions(script, { type: 'table', name }))) return;
  throw new GenlockError({
    code: 'DATA_REBUILD',
    message: `an interrupted rebuild of the table ${left} left the table ${name} in ${databaseLabel(database)}`,
    hint: tables.has(left)
      ? `The table ${left} still has all rows. Run \`DROP TABLE ${quoted(name)};\`. If a migration failed, mark it with \`npm run migrate -- --rolled-back <name>\`.`
      : `The rows are in ${name}. Run \`ALTER TABLE ${quoted(name)} RENAME TO ${quoted(left)};\`. If a migration failed, run the statements after its rename, and mark it with \`npm run migrate -- --applied <name>\`.`,
  });
}
