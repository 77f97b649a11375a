import { copyRows, type CopyResult, type CopyStep } from '../../database/copy/copy-rows.ts';
import { healedRoot } from './root.ts';
import type { DbPorts, DbRequest } from './ports.ts';

export interface DbCopyRequest extends DbRequest {
  /** The URL of the source, in the form of `DATABASE_URL`. */
  readonly from: string;
}

export interface DbCopyResult extends CopyResult {
  /** Absolute path of the project. */
  readonly root: string;
}

/**
 * Copies all rows from a database of the other kind to the project's database.
 *
 * @throws GenlockError `PROJECT_NOT_FOUND`, `DATA_…`
 */
export async function dbCopy({ cwd, from }: DbCopyRequest, ports: DbPorts): Promise<DbCopyResult> {
  const root = await healedRoot({ cwd }, ports);
  ports.progress('Reading the schema');
  const onRows = (step: CopyStep, table: string, rows: number): void =>
    ports.progress(steps[step], `${table}: ${rows} row${rows === 1 ? '' : 's'}`);
  return { root, ...(await copyRows({ root, env: ports.env, from, onRows })) };
}

const steps: Readonly<Record<CopyStep, string>> = {
  check: 'Checking the values',
  copy: 'Copying the rows',
  compare: 'Reading the copied rows',
};
