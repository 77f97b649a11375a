import { databaseLabel } from '../../database/database-url.ts';
import { migrateReset, type ResetResult } from '../../database/migrate-reset.ts';
import { migrationTarget } from '../../database/migration-target.ts';
import { GenlockError } from '../../errors/error.ts';
import { requirePrisma } from '../../processes/prisma-generate.ts';
import { clientAndSeed } from './client-and-seed.ts';
import { healedRoot } from './root.ts';
import type { DbPorts, DbRequest } from './ports.ts';

export interface DbMigrateResetRequest extends DbRequest {
  /** Whether the user agreed to lose all data. */
  readonly yes: boolean;
}

export interface DbMigrateResetResult extends ResetResult {
  /** Absolute path of the project. */
  readonly root: string;
  readonly seeded: boolean;
}

/**
 * Empties the database, applies every migration, generates the client and seeds.
 *
 * @throws GenlockError `CONSENT_NEEDED` without a terminal, `DECLINED`, `PROJECT_NOT_FOUND`, `DATA_…`
 */
export async function dbMigrateReset(request: DbMigrateResetRequest, ports: DbPorts): Promise<DbMigrateResetResult> {
  const root = await healedRoot(request, ports);
  requirePrisma(root);
  await agree(root, { request, ports });
  ports.progress('Resetting the database');
  const done = await migrateReset({ root, env: ports.env });
  const seeded = await clientAndSeed({ root, done: 'The database is reset', seeds: true }, ports);
  return { root, ...done, seeded };
}

interface Asked {
  readonly request: DbMigrateResetRequest;
  readonly ports: DbPorts;
}

async function agree(root: string, { request, ports }: Asked): Promise<void> {
  const { database } = await migrationTarget({ root, env: ports.env });
  if (request.yes) return;
  if (ports.ask === undefined) {
    throw new GenlockError({
      code: 'CONSENT_NEEDED',
      message: `a reset loses all data in ${databaseLabel(database)}`,
      hint: 'To reset it anyway, run the same command with --yes.',
    });
  }
  const details = [`Every table of ${databaseLabel(database)} is dropped and recreated from the migrations.`];
  if (await ports.ask({ question: 'Reset the database? All its data is lost.', details })) return;
  throw new GenlockError({ code: 'DECLINED', message: 'The database was not reset.' });
}
