import { migrateDev, type DevQuestion, type DevResult } from '../../database/migrate-dev.ts';
import { rowSteps } from '../../engine/database-steps.ts';
import type { NextStep } from '../../plan/plan.ts';
import { requirePrisma } from '../../processes/prisma-generate.ts';
import { clientAndSeed } from './client-and-seed.ts';
import { pendingDataMigrations } from './data-migrations.ts';
import { healedRoot } from './root.ts';
import type { DbPorts, DbQuestion, DbRequest } from './ports.ts';
import { projectRenames } from './renames.ts';

export interface DbMigrateDevRequest extends DbRequest {
  readonly name?: string;
  readonly createOnly: boolean;
  /** Writes migrations that do not lock tables while their rows are read. */
  readonly online?: boolean;
  readonly acceptDataLoss: boolean;
}

export interface DbMigrateDevResult extends DevResult {
  /** Absolute path of the project. */
  readonly root: string;
  readonly generated: boolean;
  readonly seeded: boolean;
  /** Commands that remain to be run. */
  readonly steps: readonly NextStep[];
}

/**
 * Updates database, migrations and client to match the schema. Seeds the database if it was empty, except
 * after a change of the database kind, because `db copy` needs empty tables.
 *
 * @throws GenlockError `PROJECT_NOT_FOUND`, `DATA_…`
 */
export async function dbMigrateDev(request: DbMigrateDevRequest, ports: DbPorts): Promise<DbMigrateDevResult> {
  const { cwd, ...wanted } = request;
  const root = await healedRoot({ cwd }, ports);
  if (!request.createOnly) requirePrisma(root);
  const renames = await projectRenames(root);
  const dataScripts = pendingDataMigrations(root);
  ports.progress('Applying migrations');
  const given = { ...wanted, root, env: ports.env, now: ports.clock(), renames, dataScripts };
  const done = await migrateDev({ ...given, ...questions(ports) });
  const steps = done.moved?.kept === undefined ? [] : rowSteps(root);
  if (request.createOnly) return { root, ...done, generated: false, seeded: false, steps };
  const seeds = done.fresh && done.applied.length > 0 && steps.length === 0;
  const seeded = await clientAndSeed({ root, done: 'The migrations are applied', seeds }, ports);
  return { root, ...done, generated: true, seeded, steps };
}

function questions({ ask }: DbPorts): { onQuestion?: (question: DevQuestion) => Promise<boolean> } {
  return ask === undefined ? {} : { onQuestion: (question) => ask(worded(question)) };
}

function worded(question: DevQuestion): DbQuestion {
  switch (question.kind) {
    case 'reset':
      return { question: 'Reset the database? All its data is lost.', details: [question.reason] };
    case 'data-loss':
      return { question: 'Apply the migration anyway?', details: question.warnings };
    case 'rename':
      return {
        question: `Was ${question.from} of ${question.table} renamed to ${question.to}?`,
        details: [`If not, ${question.from} and its data are dropped. Set "was" in genlock.json to skip this prompt.`],
      };
    default:
      throw new Error(`question ${String(question satisfies never)}`);
  }
}
